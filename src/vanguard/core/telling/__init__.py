"""What people are told and shown: events, pictures of them, views, and what things look like."""
