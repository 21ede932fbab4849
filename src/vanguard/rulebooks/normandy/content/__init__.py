"""What is printed for Vanguard: Normandy: the files, how they are read, and army lists."""
