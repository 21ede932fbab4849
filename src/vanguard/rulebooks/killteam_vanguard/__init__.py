"""Kill Team Vanguard: warbands of a few models, fatigue and command points, on a table measured in inches."""

from vanguard.rulebooks.killteam_vanguard.rulebook import KillTeamVanguard

rulebook = KillTeamVanguard()
