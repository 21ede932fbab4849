/** What a newcomer is told when it is first asked. Which lessons were told is kept in this browser, for each rulebook. */
import type { LessonShown } from '../connection/vocabulary'

const PLACE = 'vanguard.lessons'

function toldBefore(rulebook: string): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, string[]>
    return Array.isArray(kept[rulebook]) ? kept[rulebook] : []
  } catch {
    return []
  }
}

/** The lessons that are new at a question by this clause, in their order: those of no question come first of all. */
export function newAt(clause: string, lessons: LessonShown[], told: ReadonlySet<string>): LessonShown[] {
  return lessons.filter((one) => !told.has(one.key) && (!one.asked.length || one.asked.includes(clause)))
}

export class Lessons {
  private all: LessonShown[] = []
  private told: Set<string>
  /** What is being told, the first of it now; and at which moment. */
  telling = $state.raw<LessonShown[]>([])
  private moment = ''

  constructor(
    readonly rulebook: string,
    lessons: LessonShown[],
  ) {
    this.all = lessons
    this.told = new Set(toldBefore(rulebook))
  }

  /** A question is put, or still stands. What is told at it stays until another one is put, and counts as told from now on. */
  asked(moment: string, clause: string): void {
    if (moment === this.moment) return
    this.moment = moment
    this.telling = newAt(clause, this.all, this.told)
    const [first] = this.telling
    if (first) this.keep(first)
  }

  /** The next one that is new at this question, if there is any. */
  next(): void {
    this.telling = this.telling.slice(1)
    const [first] = this.telling
    if (first) this.keep(first)
  }

  private keep(lesson: LessonShown): void {
    this.told.add(lesson.key)
    try {
      const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, string[]>
      localStorage.setItem(PLACE, JSON.stringify({ ...kept, [this.rulebook]: [...this.told] }))
    } catch {
      // Without storage they are told again the next time.
    }
  }
}
