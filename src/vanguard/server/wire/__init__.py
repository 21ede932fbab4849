"""What goes between browser and server: messages, pages, sockets, and who is let in."""
