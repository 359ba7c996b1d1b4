"""Tables for players in browsers: HTTP and WebSocket, seats, storage, computer players."""
