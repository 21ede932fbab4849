"""Games as people play them: the rules with their dice, who sits where, and all games of this server."""
