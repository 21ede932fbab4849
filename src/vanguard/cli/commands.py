"""The commands of `vanguard`, in the order of `--help`: name, where it is, and its line in the list."""

COMMANDS: dict[str, tuple[str, str]] = {
    "rulebooks": ("vanguard.cli.rulebooks:rulebooks", "The installed rulebooks."),
    "rules": ("vanguard.cli.rules:rules", "Read or search the rules of a rulebook, clause by clause."),
    "check": ("vanguard.cli.check:check", "Check content files, army lists and catalogues; write schemas for editors."),
    "serve": ("vanguard.cli.serve:serve", "Play in the browser: against bots, at one screen, or with friends by link."),
    "backup": ("vanguard.cli.keeping:backup", "Copy all games into one file, also while a server plays them."),
    "restore": ("vanguard.cli.keeping:restore", "Put a backup in the place of the games."),
    "doctor": ("vanguard.cli.keeping:doctor", "Look at data folder, limits, versions and space, and say what to do."),
    "play": ("vanguard.cli.play:play", "Play a whole game at the terminal."),
    "simulate": ("vanguard.cli.simulate:simulate", "Play many games between two bots and count how they end."),
    "match": ("vanguard.cli.match:match", "Which of two bots is stronger: pairs of games with seats swapped."),
    "balance": ("vanguard.cli.balance:balance", "How even the factions are: all against all, seats swapped."),
    "ladder": ("vanguard.cli.match:ladder", "Play all levels of bots against each other and print ratings."),
    "verify": ("vanguard.cli.verify:verify", "Does a record replay exactly, and were its dice fair?"),
    "odds": ("vanguard.cli.odds:odds", "Exact chances of an attack, from the rules that would resolve it."),
}
