"""For tests of rulebooks, ours and others: scripted play, positions, `@proves`, and the contracts every rulebook keeps."""
