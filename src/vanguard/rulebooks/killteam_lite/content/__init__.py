"""What is printed for Kill Team Lite: the files, how they are read, and army lists."""
