/** The tape measure and "who can see whom", for a live game and for any step of a replay. */
import type { Measure, Point, Sight } from '../connection/vocabulary'
import type { Pick } from './Board.svelte'

export type Mode = 'play' | 'measure' | 'sight'

export interface Asking {
  measure: (start: string | Point, end: string | Point) => Promise<Measure>
  sight: (viewer: string, target: string) => Promise<Sight>
  placeOf: (key: string) => Point | null
  nameOf: (key: string) => string
  /** Who looks if nobody is picked: the model that is being moved or acts. */
  looker: () => string
  refused: (why: string, clause: string) => void
}

export class TableTools {
  mode = $state<Mode>('play')
  tape = $state.raw<{ from: Point; to: Point; text: string } | null>(null)
  sight = $state.raw<Sight | null>(null)
  measureFrom = $state.raw<{ given: string | Point; at: Point } | null>(null)
  sightFrom = $state('')

  constructor(private readonly asking: Asking) {}

  readonly hint = $derived.by(() => {
    if (this.mode === 'measure') return this.measureFrom ? 'Now pick the other end.' : 'Pick where to measure from: a model, a marker or any place.'
    if (this.mode === 'sight') return this.sightFrom ? `What can ${this.asking.nameOf(this.sightFrom)} see? Pick a target.` : 'Pick who looks.'
    return ''
  })

  set(mode: Mode): void {
    this.mode = mode
    this.clear()
    this.sightFrom = mode === 'sight' ? this.asking.looker() : ''
  }

  toggle(mode: Mode): void {
    this.set(this.mode === mode ? 'play' : mode)
  }

  /** What was measured no longer holds: something has moved. */
  clear(): void {
    this.measureFrom = null
    this.tape = null
    this.sight = null
  }

  /** A pick that a tool takes; false while none is used. */
  pick(picked: Pick): boolean {
    if (this.mode === 'measure') void this.guarded(this.measureTo(picked))
    else if (this.mode === 'sight') void this.guarded(this.sightTo(picked))
    else return false
    return true
  }

  private async guarded(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (refusal) {
      this.asking.refused((refusal as Error).message, (refusal as { clause?: string }).clause ?? '')
    }
  }

  private async measureTo(picked: Pick): Promise<void> {
    const at = picked.kind === 'point' ? picked.at : this.asking.placeOf(picked.key)
    if (!at) return
    const given = picked.kind === 'point' ? picked.at : picked.key
    const from = this.measureFrom
    if (!from) {
      this.measureFrom = { given, at }
      this.tape = null
      return
    }
    this.measureFrom = null
    const found = await this.asking.measure(from.given, given)
    this.tape = { from: (found.from as Point | undefined) ?? from.at, to: (found.to as Point | undefined) ?? at, text: found.text }
  }

  private async sightTo(picked: Pick): Promise<void> {
    if (picked.kind !== 'model') return
    if (!this.sightFrom || this.sightFrom === picked.key) {
      this.sightFrom = picked.key
      this.sight = null
      return
    }
    this.sight = await this.asking.sight(this.sightFrom, picked.key)
  }
}
