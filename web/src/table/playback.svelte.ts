/**
 * The picture catches up with the game: what the log tells is shown one beat after the other. The game itself never waits: whatever
 * a person does makes the picture jump to how things are.
 */
import type { LogLine, Model, Point, View } from '../connection/vocabulary'
import { reducedMotion, settings } from '../shell/settings.svelte'
import { before, fallen, hurry, lastTrails, MILLIS, placeOf, roundOf, weightOf } from './beats'

export interface Watched {
  view: () => View | null
  log: () => LogLine[]
  /** The seats whose own moves were just made by hand: they are not played once more. */
  own: () => number[]
  /** How things stood when so many lines had been written; without it the present is all that is known. */
  momentAt?: (lines: number) => { view: View; lines: number } | null
  /** Somebody has a question to answer: the picture hurries to catch up. */
  awaited?: () => boolean
  /** What is asked is part of what the other side does, or about dice that lie on the table. */
  amidst?: () => boolean
}

/** Of a roll that is looked at, what it is about. */
export interface Shot {
  index: number
  from: Point
  to: Point
  way: string
  side: number
}

export interface Glide {
  path: Point[]
  share: number
}

export interface Float {
  index: number
  at: Point
  text: string
  kind: string
}

export class Playback {
  /** So many lines of the log have been shown. */
  at = $state(0)
  /** How far the present beat is, from 0 to 1. */
  progress = $state(0)
  /** Something waits for its turn to be looked at. */
  playing = $state(false)
  /** Step by step: the beat is over and waits for the person. */
  waits = $state(false)

  private readonly known = new Map<string, Model>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private frame = 0
  private again = $state(false)
  private begun = 0
  private lasts = 0

  constructor(private readonly watched: Watched) {}

  readonly index = $derived.by(() => (this.playing ? this.at : -1))
  readonly line = $derived.by<LogLine | null>(() => (this.playing ? (this.watched.log()[this.at] ?? null) : null))

  /** Something is shown for the first time: how things stand is not known yet to whoever looks at it. */
  readonly behind = $derived.by(() => this.playing && !this.again)

  /** The table as the picture has it now. */
  readonly view = $derived.by<View | null>(() => {
    const now = this.watched.view()
    if (!now || !this.playing) return now
    const moment = (this.behind && this.watched.momentAt?.(this.at + 1)) || { view: now, lines: this.watched.log().length }
    const log = this.watched.log()
    const shown = this.lands ? this.at + 1 : this.at
    const then = before(moment.view, log.slice(shown, moment.lines), this.known, log.slice(0, shown))
    return { ...then, round: roundOf(log.slice(0, shown)) ?? then.round }
  })

  /** The harm of the present beat is already there while its number floats off. */
  private readonly lands = $derived.by(() => {
    const kind = this.line?.shows?.kind
    return kind === 'harm' || kind === 'heal' || kind === 'gain' || kind === 'lose' || kind === 'place' || kind === 'score' || kind === 'stage'
  })

  /** Pieces on their way: along which path, and how far each is. */
  readonly glides = $derived.by<ReadonlyMap<string, Glide>>(() => {
    const shows = this.line?.shows
    const found = new Map<string, Glide>()
    if (shows?.kind !== 'move') return found
    const share = reducedMotion() ? 1 : eased(this.progress)
    shows.who.forEach((key, i) => {
      const path = shows.paths?.[i]
      if (path?.length) found.set(key, { path: path as Point[], share })
    })
    return found
  })

  private readonly until = $derived.by(() => (this.playing ? this.at + 1 : this.watched.log().length))
  /** The present tells it too: whoever has just opened the page has seen nobody yet. */
  private readonly sides = $derived.by(() => new Map((this.watched.view()?.models ?? []).map((model) => [model.key, model.side])))
  private readonly sideOf = (key: string) => this.sides.get(key) ?? this.known.get(key)?.side ?? -1
  /** Of what the other side did all is news, of one's own only the last. */
  private readonly otherSideOf = (key: string) => (this.watched.own().includes(this.sideOf(key)) ? -1 : this.sideOf(key))
  readonly trails = $derived.by(() => lastTrails(this.watched.log(), this.until, this.otherSideOf).map((one) => ({ ...one, side: this.sideOf(one.key) })))
  readonly fallen = $derived.by(() =>
    fallen(this.watched.log(), this.until).flatMap((one) => {
      const stood = this.known.get(one.key)
      const at = one.at ?? (stood ? placeOf(stood) : null)
      return at ? [{ ...one, at, side: this.sideOf(one.key) }] : []
    }),
  )

  /** Who attacks whom, as long as the dice and the harm of it are looked at, or something is asked amidst it. */
  readonly shots = $derived.by<Shot[]>(() => {
    const view = this.view
    if (!view || !(this.playing || this.watched.amidst?.())) return []
    const log = this.watched.log()
    for (let i = this.at; i >= Math.max(0, this.at - 12); i--) {
      const shows = log[i]?.shows
      if (shows?.kind === 'attack') return this.shotsOf(i, shows.who, shows.whom ?? [], shows.way ?? '', view)
      if (shows && (shows.kind === 'move' || shows.kind === 'act' || shows.kind === 'stage' || shows.kind === 'score')) return []
    }
    return []
  })

  private shotsOf(index: number, who: readonly string[], whom: readonly string[], way: string, view: View): Shot[] {
    const place = (key: string) => {
      const model = view.models.find((one) => one.key === key) ?? this.known.get(key)
      return model ? { at: placeOf(model), side: model.side } : null
    }
    const found: Shot[] = []
    const target = whom.map(place).find((one) => one !== null)
    if (!target) return found
    for (const key of who) {
      const from = place(key)
      if (from) found.push({ index, from: from.at, to: target.at, way, side: from.side })
    }
    return found
  }

  /** Numbers and words that float off whoever they are about. */
  readonly floats = $derived.by<Float[]>(() => {
    const line = this.line
    const shows = line?.shows
    const view = this.view
    if (!line || !shows || !view) return []
    const text = shows.kind === 'harm' ? `−${shows.amount}` : shows.kind === 'heal' ? `+${shows.amount}` : shows.kind === 'fall' ? '✕' : ''
    const word = shows.kind === 'gain' ? (view.models.find((one) => one.key === shows.who[0])?.status.find((one) => one.key === shows.state)?.label ?? '') : ''
    if (!text && !word) return []
    return shows.who.flatMap((key, i) => {
      const model = view.models.find((one) => one.key === key) ?? this.known.get(key)
      const at = (shows.paths?.[i]?.at(-1) as Point | undefined) ?? (model ? placeOf(model) : null)
      return at ? [{ index: this.at, at, text: text || word, kind: shows.kind }] : []
    })
  })

  /** Where the dice of the present beat should land: at the target, or at whoever rolls. */
  readonly dice = $derived.by(() => {
    const line = this.line
    if (!line?.dice?.faces.length) return null
    const key = line.about.at(-1)
    const model = this.view?.models.find((one) => one.key === key && one.on_table)
    return { index: this.at, dice: line.dice, at: this.shots[0]?.to ?? (model ? placeOf(model) : null) }
  })

  /** The log or the view has changed. */
  look(): void {
    for (const model of this.watched.view()?.models ?? []) {
      if (model.on_table || !this.known.get(model.key)?.on_table) this.known.set(model.key, model) // of the fallen, as they stood last
    }
    const log = this.watched.log()
    if (this.at > log.length || settings.speed === 'instant' || document.hidden) return this.skip()
    if (!this.playing && this.at < log.length) this.go()
  }

  /** Show the log from a line on; lines before it count as seen. */
  from(index: number, again = false): void {
    this.stop()
    this.at = Math.max(0, Math.min(index, this.watched.log().length))
    this.again = again
    this.go()
  }

  /** Jump to how things are. */
  skip(): void {
    this.stop()
    this.at = this.watched.log().length
  }

  /** To the next beat: step by step, or at once. */
  next(): void {
    if (!this.playing) return
    this.at += 1
    this.go()
  }

  close(): void {
    this.stop()
  }

  private stop(): void {
    clearTimeout(this.timer)
    cancelAnimationFrame(this.frame)
    this.playing = false
    this.waits = false
    this.progress = 0
    this.again = false
  }

  /** Move and place of one's own hand have been seen already. */
  private seen(line: LogLine): boolean {
    const shows = line.shows
    if (this.again || !shows || (shows.kind !== 'move' && shows.kind !== 'place') || line.dice) return false
    return shows.who.every((key) => this.watched.own().includes(this.known.get(key)?.side ?? -1))
  }

  private go(): void {
    clearTimeout(this.timer)
    cancelAnimationFrame(this.frame)
    const log = this.watched.log()
    while (this.at < log.length && (weightOf(log[this.at] as LogLine) === 0 || this.seen(log[this.at] as LogLine))) this.at += 1
    const line = log[this.at]
    if (!line) {
      this.stop()
      return
    }
    this.playing = true
    this.waits = false
    this.progress = 0
    const speed = settings.speed === 'instant' ? 'normal' : settings.speed
    const waiting = log.slice(this.at).filter((one) => weightOf(one) > 0).length
    this.lasts = Math.max(40, MILLIS[speed] * weightOf(line) * (speed === 'step' || !this.watched.awaited?.() ? 1 : hurry(waiting)))
    this.begun = performance.now()
    this.timer = setTimeout(() => this.over(), this.lasts)
    if (!reducedMotion()) this.frame = requestAnimationFrame((now) => this.tick(now))
  }

  private tick(now: number): void {
    this.progress = Math.max(0, Math.min(1, (now - this.begun) / this.lasts))
    if (this.progress < 1 && this.playing) this.frame = requestAnimationFrame((later) => this.tick(later))
  }

  private over(): void {
    this.progress = 1
    if (settings.speed === 'step') {
      this.waits = true
      return
    }
    this.at += 1
    this.go()
  }
}

function eased(share: number): number {
  return share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2
}
