"""Records that outlive the program that wrote them."""
