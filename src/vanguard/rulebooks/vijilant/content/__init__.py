"""The printed content: TOML files, what they may say, how they become profiles, and lists made of them."""
