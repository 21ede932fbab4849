"""The commands of `vanguard`, in the order of `--help`: name, where it is, and its line in the list."""

COMMANDS: dict[str, tuple[str, str]] = {
    "rulebooks": ("vanguard.cli.rulebooks:rulebooks", "The installed rulebooks."),
    "rules": ("vanguard.cli.rules:rules", "Read or search the rules of a rulebook, clause by clause."),
    "check": ("vanguard.cli.check:check", "Check content files, army lists and catalogues; write schemas for editors."),
}
