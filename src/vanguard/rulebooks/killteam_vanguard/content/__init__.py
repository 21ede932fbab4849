"""What is printed for Kill Team Vanguard: the files, how they are read, and army lists."""
