"""What every rulebook stands on: questions, games, dice, events, records, refusals, clauses, content. Knows no rulebook."""
