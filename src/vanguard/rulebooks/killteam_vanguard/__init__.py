"""Kill Team Vanguard: warbands of a few models, fatigue and command points, on a table measured in inches."""

from vanguard.rulebooks.killteam_vanguard.book import KillTeamVanguard

rulebook = KillTeamVanguard()
