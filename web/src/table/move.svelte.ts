/** Planning an answer to a `place` question: waypoints, the wish under the pointer, the legal path the server allows. */
import type { PlaceAsked, Point, Preview } from '../connection/vocabulary'
import { staysAt } from './geometry'
import type { LiveGame } from './live.svelte'

export class MovePlan {
  /** Corners the person has fixed, without the start. */
  waypoints = $state.raw<Point[]>([])
  /** Where the pointer wants to go. */
  wish = $state.raw<Point | null>(null)
  /** The furthest legal path toward the wish, by the server. */
  path = $state.raw<Point[]>([])
  preview = $state.raw<Preview | null>(null)
  area = $state.raw<Point[][]>([])
  refusal = $state('')
  /** Models of the squad that the person has set by hand, with the points they go to. */
  byHand = $state.raw<Record<string, Point[]>>({})
  /** The facing the person has turned it to, in degrees; null to face the way it goes. */
  facing = $state<number | null>(null)
  /** True once the person has let go: the plan stands and waits for confirmation. */
  settled = $state(false)

  /** The server has not yet said what becomes of the latest wish. */
  asking = $state(false)
  private inFlight = false
  private again = false
  private proposed = 0
  private readonly turn = { of: 0 }

  readonly end = $derived<Point | null>(this.path.at(-1) ?? null)
  readonly ready = $derived(this.path.length > 0 && (this.preview?.legal ?? false))

  constructor(
    private readonly game: LiveGame,
    readonly question: PlaceAsked,
  ) {
    if (question.has_area) void this.askArea()
  }

  private async askArea(): Promise<void> {
    const reply = await this.game.ask({ type: 'area' })
    if (reply.type === 'area') this.area = reply.polygons as Point[][]
  }

  /** Wish to go there; while one request is on its way only the latest wish waits. */
  aim(point: Point, settled: boolean): void {
    this.wish = point
    this.settled = settled
    this.byHand = {}
    void this.request()
  }

  /** Set one model of the squad by hand; the others stay as they would follow. */
  async setByHand(key: string, point: Point): Promise<void> {
    this.byHand = { ...this.byHand, [key]: [[round(point[0]), round(point[1])]] }
    this.settled = true
    const turn = this.turn.of
    const reply = await this.game.ask({ type: 'preview', path: this.path, models: this.byHand })
    if (turn !== this.turn.of) return
    if (reply.type === 'previewed') {
      const before = this.preview?.followers
      this.preview = reply.preview.followers ? reply.preview : { ...reply.preview, followers: before }
      this.refusal = reply.preview.legal ? '' : (reply.preview.why ?? '')
    } else if (reply.type === 'refused') this.refusal = reply.why
  }

  /** Turn it to face this way at the end of its move, as far as that can be afforded. */
  turnTo(degrees: number): void {
    this.facing = Math.round(((degrees % 360) + 360) % 360)
    const end = this.end
    if (!this.wish && end) this.wish = [end[0], end[1]]
    void this.request()
  }

  /** The wish with the facing as its third number, where somebody has turned it. */
  private wished(wish: Point): Point {
    return this.facing === null ? wish : ([wish[0], wish[1], this.facing] as unknown as Point)
  }

  private async request(): Promise<void> {
    if (!this.wish) return
    if (this.inFlight) {
      this.again = true
      return
    }
    this.inFlight = true
    this.asking = true
    const turn = this.turn.of
    const reply = await this.game.ask({ type: 'snap', path: [...this.waypoints, this.wished(this.wish)] })
    this.inFlight = false
    if (turn === this.turn.of) {
      if (reply.type === 'snapped') {
        this.path = reply.path as Point[]
        this.preview = reply.preview
        this.refusal = ''
      } else if (reply.type === 'refused') {
        this.path = []
        this.preview = { legal: false, why: reply.why, clause: reply.clause }
        this.refusal = reply.why
      }
    }
    if (this.again) {
      this.again = false
      await this.request()
    } else this.asking = false
  }

  /** One hex further on the way: through the hexes picked so far if that is legal, else the best way to it. */
  async extend(point: Point): Promise<void> {
    const via = this.preview?.path?.length ? (this.preview.path as Point[]) : this.path
    const turn = (this.turn.of += 1)
    const reply = await this.game.ask({ type: 'snap', path: [...via, point] })
    if (turn !== this.turn.of) return
    if (reply.type === 'snapped' && reply.preview.legal && reply.path.length > 1) {
      this.waypoints = via
      this.wish = point
      this.path = reply.path as Point[]
      this.preview = reply.preview
      this.refusal = ''
      this.settled = true
    } else {
      this.waypoints = []
      this.aim(point, true)
    }
  }

  /** Back to a hex the way leads through. */
  cutTo(at: number): void {
    const way = (this.preview?.path ?? this.path) as Point[]
    this.waypoints = way.slice(0, at)
    const end = way[at]
    if (end) this.aim(end, true)
  }

  /** Fix the present end as a corner of the path. */
  addWaypoint(): void {
    const end = this.end
    if (!end) return
    this.waypoints = [...this.path]
    this.wish = null
    this.path = []
    this.preview = null
  }

  removeWaypoint(): void {
    const last = this.waypoints.at(-1)
    this.waypoints = this.waypoints.slice(0, -1)
    if (this.question.on === 'hexes' && last) this.wish = last
    if (this.wish) void this.request()
  }

  clear(): void {
    this.turn.of += 1
    this.waypoints = []
    this.wish = null
    this.path = []
    this.preview = null
    this.refusal = ''
    this.settled = false
    this.byHand = {}
    this.facing = null
  }

  nudge(by: Point): void {
    const from = this.wish ?? this.end ?? this.waypoints.at(-1) ?? this.start()
    this.aim([round(from[0] + by[0]), round(from[1] + by[1])], true)
  }

  /** Where the mover stands now; null if it is not on the table. */
  private standing(): Point | null {
    const mover = this.game.view?.models.find((model) => model.key === this.question.mover)
    return mover?.on_table ? (mover.at ?? [mover.x, mover.y]) : null
  }

  /** A way by which the mover stays where it is. */
  stays(way: readonly Point[]): boolean {
    const standing = this.standing()
    return standing !== null && staysAt(way, standing)
  }

  private start(): Point {
    const standing = this.standing()
    if (standing) return standing
    const example = this.question.examples[0]?.at(-1)
    if (example) return example as Point
    const table = this.game.table
    return table ? [table.width / 2, table.depth / 2] : [0, 0]
  }

  /** Aim at the next of the server's examples that leads somewhere; if none does, toward the middle of the table, and false. */
  async propose(): Promise<boolean> {
    const examples = this.question.examples as Point[][]
    const leading = examples.filter((way) => !this.stays(way))
    const next = leading[this.proposed % Math.max(1, leading.length)]
    this.proposed += 1
    if (next) {
      this.take(next)
      return true
    }
    const { table } = this.game
    const middle: Point = table ? [Math.floor(table.width / 2), Math.floor(table.depth / 2)] : this.start()
    this.waypoints = []
    this.wish = middle
    this.settled = true
    this.byHand = {}
    await this.request()
    if (!this.ready && examples[0]) this.take(examples[0]) // then it can but stay
    return false
  }

  /** A way somebody else has thought of. */
  take(path: Point[]): void {
    const end = path.at(-1)
    if (!end) return
    this.waypoints = path.slice(0, -1)
    this.aim(end, true)
  }

  async confirm(): Promise<void> {
    if (!this.path.length || !this.ready) return
    const byHand = Object.keys(this.byHand).length > 0
    await this.game.answer(byHand ? { path: this.path, models: this.byHand } : this.path)
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
