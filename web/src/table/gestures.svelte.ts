/** What hands do with pieces: drag one somewhere or onto somebody, drag several together, put elsewhere what was set up. */
import type { GroupMove, GroupStays, Model, OddsOfOption, Point, Preview, Way } from '../connection/vocabulary'
import { inShort } from '../prompt/chances'
import { settings } from '../shell/settings.svelte'
import type { Deed } from './ActMenu.svelte'
import type { LiveGame } from './live.svelte'

export interface Pull {
  key: string
  at: Point
  over: string
  screen: Point
  /** It was this piece that was meant: a plain move need not be asked about. */
  sure: boolean
}

export interface Handled {
  /** Changes with every question: what was asked for another one is of no use. */
  moment: () => string
  seat: () => number
  model: (key: string) => Model | null
  /** Pieces that could do something now. */
  movables: () => ReadonlySet<string>
}

/** A drag that ends so near to the wish needs no second look, in table units. */
const THERE = 0.3
/** Who moves, how, and where: a way of more answers does something else besides. */
const MOVE = 3

export class Gestures {
  menu = $state.raw<{ title: string; deeds: Deed[]; x: number; y: number } | null>(null)
  /** Pieces picked to be moved together. */
  group = $state.raw<ReadonlySet<string>>(new Set())
  /** The army has just been set up: a drag puts a piece elsewhere instead of moving it in the battle. */
  arranging = $state(false)
  /** Dragging over the table picks several. */
  boxing = $state(false)
  /** What is planned for the group; it waits for confirmation. */
  moves = $state.raw<GroupMove[]>([])
  stay = $state.raw<GroupStays[]>([])
  share = $state(1)
  /** Nobody goes further than all can. */
  together = $state(true)
  planning = $state(false)
  /** Where the piece that is being dragged would come to stand, and its squad with it, as the server last told. */
  foreseen = $state.raw<{ mover: string; path: Point[]; preview: Preview | null } | null>(null)
  private foreseeing = false
  private turn = 0
  private wish: { key: string; at: Point } | null = null
  private by: Point = [0, 0]
  /** Who of the group is still to act on whom. */
  private volley: { movers: string[]; target: string } | null = null

  constructor(
    private readonly game: LiveGame,
    private readonly handled: Handled,
  ) {}

  /** A plan for the group lies on the table and waits to be confirmed. */
  readonly planned = $derived(this.moves.length > 0 || this.stay.length > 0)

  readonly mark = $derived.by(() => (this.game.table?.unit === 'in' ? '″' : this.game.table?.unit === 'cm' ? ' cm' : ''))

  /** Another question: menus and plans of the last one are gone; who is gone is picked no more. */
  newQuestion(): void {
    this.menu = null
    this.forget()
    if (!this.game.movable.length) this.arranging = false
    if (this.game.giving) return
    this.dropPlan()
    const movables = this.handled.movables()
    this.group = new Set([...this.group].filter((key) => movables.has(key)))
    if (this.volley) void this.fireNext()
  }

  dropPlan(): void {
    this.moves = []
    this.stay = []
  }

  /** True if there was something to leave. */
  leave(): boolean {
    if (this.menu) this.menu = null
    else if (this.planned) this.dropPlan()
    else if (this.group.size || this.boxing) {
      this.group = new Set()
      this.boxing = false
      this.volley = null
    } else return false
    return true
  }

  toggle(key: string): void {
    const group = new Set(this.group)
    if (!group.delete(key) && this.handled.movables().has(key)) group.add(key)
    this.group = group
    this.dropPlan()
  }

  picked(keys: string[], added: boolean): void {
    const movables = this.handled.movables()
    this.group = new Set([...(added ? this.group : []), ...keys.filter((key) => movables.has(key))])
    this.boxing = false
    this.dropPlan()
  }

  open(title: string, deeds: Deed[], [x, y]: Point): void {
    this.menu = { title, deeds, x, y }
  }

  /** Answers one after the other, as long as each is taken. */
  async give(answers: unknown[]): Promise<boolean> {
    this.menu = null
    return this.game.answerAll(answers)
  }

  /** A piece is being dragged: what would become of it there? While one request is on its way only the latest wish waits. */
  async foresee(key: string, at: Point): Promise<void> {
    if (this.group.has(key) || !this.handled.movables().has(key)) return
    this.wish = { key, at }
    if (this.foreseeing) return
    this.foreseeing = true
    while (this.wish) {
      const { key: mover, at: to }: { key: string; at: Point } = this.wish
      this.wish = null
      const turn = this.turn
      const reply = await this.game.ask({ type: 'ways', mover, to })
      const [plainest] = reply.type === 'ways' ? reply.ways : []
      if (turn === this.turn) this.foreseen = plainest?.path ? { mover, path: plainest.path as Point[], preview: plainest.preview ?? null } : null
    }
    this.foreseeing = false
  }

  /** The piece has been let go: what was foreseen is gone. */
  forget(): void {
    this.turn += 1
    this.wish = null
    this.foreseen = null
  }

  /** A piece, or the group it belongs to, was dragged. */
  async pull(pull: Pull): Promise<void> {
    this.forget()
    const other = this.handled.model(pull.over)
    const enemy = other !== null && other.side !== this.handled.seat()
    if (this.group.size > 1 && this.group.has(pull.key)) {
      if (enemy) this.attackWithAll(pull.over)
      else await this.moveAll(pull)
    } else if (this.game.movable.includes(pull.key) && (this.arranging || !this.handled.movables().has(pull.key))) {
      await this.game.act({ type: 'replace', mover: pull.key, to: pull.at })
    } else await this.pullOne(pull, enemy)
  }

  private async pullOne({ key, at, over, screen, sure }: Pull, enemy: boolean): Promise<void> {
    const mine = this.handled.moment()
    const reply = await this.game.ask({ type: 'ways', mover: key, ...(enemy ? { target: over } : { to: at }) })
    if (mine !== this.handled.moment()) return
    if (reply.type === 'refused') this.game.said = { text: reply.why, clause: reply.clause, kind: 'refusal' }
    if (reply.type !== 'ways') return
    const [plainest] = reply.ways
    if (plainest && sure && !enemy && !settings.confirm && this.isHarmless(plainest, at)) return void (await this.give(plainest.answers))
    const name = this.handled.model(key)?.name ?? ''
    const title = enemy ? `${name} against ${this.handled.model(over)?.name ?? ''}` : name
    this.open(title, this.deeds(reply.ways), screen)
    if (enemy) await this.tellOdds(reply.ways, title, screen)
  }

  /** Somebody of the other side was picked, but nobody to act on it: who could? Nothing is said if nobody can. */
  async whoActsOn(target: string, screen: Point): Promise<void> {
    const mine = this.handled.moment()
    const reply = await this.game.ask({ type: 'ways', target })
    if (mine !== this.handled.moment() || reply.type !== 'ways' || !reply.ways.length) return
    const title = `Against ${this.handled.model(target)?.name ?? ''}`
    this.open(title, this.deeds(reply.ways), screen)
    await this.tellOdds(reply.ways, title, screen)
  }

  /** A move of who, how and where, that ends where it should and provokes nothing: undo takes it back. */
  private isHarmless(way: Way, at: Point): boolean {
    const end = way.path?.at(-1)
    return way.answers.length <= MOVE && end !== undefined && Math.hypot((end[0] ?? 0) - at[0], (end[1] ?? 0) - at[1]) < THERE && !way.preview?.provokes?.length
  }

  private deeds(ways: Way[], odds: (OddsOfOption | null)[] = []): Deed[] {
    return ways.map((way, i): Deed => {
      const provoked = (way.preview?.provokes ?? []).map((one) => one.text)
      const cost = way.preview ? priced(way.preview, this.mark) : ''
      return { label: way.label, detail: [cost, ...provoked, inShort(odds[i] ?? undefined)].filter(Boolean).join(', '), run: () => void this.give(way.answers) }
    })
  }

  /** The chances of every attack in the list, as they come: of a volley all weapons together. */
  private async tellOdds(ways: Way[], title: string, screen: Point): Promise<void> {
    const mine = this.handled.moment()
    const odds: (OddsOfOption | null)[] = []
    for (const [i, way] of ways.slice(0, 4).entries()) {
      const reply = await this.game.ask({ type: 'odds', answers: way.answers })
      if (mine !== this.handled.moment() || this.menu?.title !== title) return
      odds[i] = reply.type === 'odds' && reply.available ? (reply.odds[0] ?? null) : null
      if (odds[i]) this.open(title, this.deeds(ways, odds), screen)
    }
  }

  private async moveAll({ key, at }: Pull): Promise<void> {
    const held = this.handled.model(key)
    if (!held) return
    this.by = [at[0] - held.x, at[1] - held.y]
    await this.plan()
  }

  /** A plan for everybody in the group, by the rules. */
  async plan(): Promise<void> {
    const mine = this.handled.moment()
    this.planning = true
    const reply = await this.game.ask({ type: 'group', movers: [...this.group], by: this.by, together: this.together })
    this.planning = false
    if (mine !== this.handled.moment()) return
    if (reply.type === 'refused') this.game.said = { text: reply.why, clause: reply.clause, kind: 'refusal' }
    if (reply.type !== 'grouped') return
    this.moves = reply.moves
    this.stay = reply.cannot
    this.share = reply.share
  }

  /** One confirmation; the moves are ordinary answers, and undo takes them back model by model. */
  async confirm(): Promise<void> {
    const moves = this.moves
    this.dropPlan()
    for (const move of moves) if (!(await this.game.answerAll(move.answers))) break
    this.group = new Set()
  }

  private attackWithAll(target: string): void {
    this.volley = { movers: [...this.group], target }
    this.group = new Set()
    void this.fireNext()
  }

  /** The next of the group acts on the target with all it has; who cannot is left out. */
  private async fireNext(): Promise<void> {
    while (this.volley?.movers.length && !this.game.giving) {
      const { movers, target } = this.volley
      const [mover, ...rest] = movers
      if (!mover || !this.handled.model(target)?.on_table) break
      if (!this.handled.movables().has(mover)) {
        if (![...this.handled.movables()].some((key) => movers.includes(key))) return // something else is asked first
        this.volley = { movers: rest, target }
        continue
      }
      this.volley = { movers: rest, target }
      const reply = await this.game.ask({ type: 'ways', mover, target })
      const best = reply.type === 'ways' ? reply.ways[0] : undefined
      if (best && !(await this.game.answerAll(best.answers))) break
    }
    this.volley = null
  }
}

export function priced(preview: Preview, mark: string): string {
  if (preview.cost === undefined || preview.cost === null) return ''
  const number = (value: number) => String(Math.round(value * 100) / 100)
  return `${number(preview.cost)}${mark}${preview.allowance ? ` of ${number(preview.allowance)}${mark}` : ''}`
}
