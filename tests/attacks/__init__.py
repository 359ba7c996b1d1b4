"""What one client can do to stop or slow a server: quick tests of what stands against it, and the attacks themselves.

`make attacks` carries out the attacks against a server of its own and prints what a bystander felt.
"""
