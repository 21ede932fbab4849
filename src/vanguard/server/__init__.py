"""Seats, views (what a seat may see), sockets and storage: the table as the browser meets it."""
