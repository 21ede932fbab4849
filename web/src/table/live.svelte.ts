/** A live game as this browser sees it: kept up to date by the socket, read by the components. */
import { GameSocket, type Condition, type Outgoing, type Reply } from '../connection/socket'
import {
  completeTable,
  completeView,
  type Cards,
  type Deciding,
  type LogLine,
  type Perspective,
  type Proposal,
  type Question,
  type Said as SaidAloud,
  type SeatPresence,
  type ServerMessage,
  type Standing,
  type Table,
  type Thought,
  type Update,
  type View,
  type Welcome,
} from '../connection/vocabulary'
import { settings } from '../shell/settings.svelte'

/** How things stood when the log had so many lines. */
export interface Moment {
  lines: number
  view: View
  standing: Standing | null
  deciding: Deciding | null
}

export interface Said {
  text: string
  clause: string
  kind: 'refusal' | 'note'
}

export class LiveGame {
  condition = $state<Condition>('connecting')
  problem = $state('')
  ready = $state(false)

  rulebook = $state('')
  title = $state('')
  scenario = $state('')
  seats = $state.raw<number[]>([])
  watching = $state(false)
  stamp = $state(0)
  revision = $state(0)
  table = $state.raw<Table | null>(null)
  cards = $state.raw<Cards>({})
  perspectives = $state.raw<Perspective[]>([])
  log = $state.raw<LogLine[]>([])
  standing = $state.raw<Standing | null>(null)
  deciding = $state.raw<Deciding | null>(null)
  presence = $state.raw<SeatPresence[]>([])
  watchers = $state(0)
  proposals = $state.raw<Proposal[]>([])
  commitment = $state('')
  /** What everybody should know now, such as that games are not being saved. */
  notices = $state.raw<{ kind: string; text: string }[]>([])
  /** Why the game can only be looked at, if so. */
  readOnly = $state('')
  /** Against a bot: undo goes back over dice, and what was taken back is kept in the record. */
  practice = $state(false)
  diceSecret = $state<string | null>(null)
  thinking = $state.raw<number[]>([])
  said = $state.raw<Said | null>(null)
  private underWay = $state(false)
  /** An answer is on its way, or the next of several given in one go will be: the controls wait. */
  readonly busy = $derived.by(() => this.underWay || this.giving)
  /** How many log lines were there when this person last acted: what came after is news. */
  newsFrom = $state(0)

  /** Pieces that were set up and may still be put elsewhere. */
  movable = $state.raw<string[]>([])
  /** What was said at the table, and what can be said without typing. */
  talk = $state.raw<SaidAloud[]>([])
  phrases = $state.raw<Record<string, string>>({})
  /** Several answers are on their way, one after the other. */
  giving = $state(false)

  /** On a shared screen: the seat whose eyes are being used. */
  private lastSeat = $state(0)

  readonly seat = $derived.by<number | null>(() => {
    if (this.watching || !this.seats.length) return null
    if (this.seats.length === 1) return this.seats[0] as number
    const asked = this.perspectives.find((one) => one.question)
    return asked?.seat ?? this.lastSeat
  })
  readonly perspective = $derived(this.perspectives.find((one) => one.seat === this.seat) ?? this.perspectives[0] ?? null)
  readonly view = $derived<View | null>(this.perspective ? completeView(this.perspective.view) : null)
  readonly question = $derived<Question | null>(this.perspective?.question ?? null)
  readonly shared = $derived(this.seats.length === 2)
  readonly over = $derived(this.standing?.over ?? false)
  readonly visibleLog = $derived(
    this.shared && this.deciding?.secret ? this.log.filter((line) => line.seen_by === null || line.seen_by === this.seat) : this.log,
  )

  /** What came of every message that is not yet looked at, oldest first: whoever watches sees it as the picture has it. */
  private readonly moments: Moment[] = []
  /** How things stood once so many lines had been written, as closely as the messages tell; what lies before is forgotten. */
  momentAt(lines: number): Moment | null {
    while (this.moments.length > 1 && (this.moments[0] as Moment).lines < lines) this.moments.shift()
    return this.moments[0] ?? null
  }

  private readonly socket: GameSocket

  constructor(
    readonly game: string,
    secrets: string[],
  ) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    this.socket = new GameSocket(
      `${scheme}://${location.host}/api/games/${game}/socket`,
      secrets,
      (message) => this.receive(message),
      (condition, why) => {
        this.condition = condition
        this.problem = why
      },
    )
  }

  close(): void {
    this.socket.close()
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.welcome(message)
        break
      case 'update':
        this.update(message)
        break
      case 'presence':
        this.presence = message.presence
        this.watchers = message.watchers
        break
      case 'proposals':
        this.proposals = message.proposals
        if (message.note) this.said = { text: message.note, clause: '', kind: 'note' }
        break
      case 'notices':
        this.notices = message.notices
        break
      case 'said':
        this.talk = [...this.talk, message].slice(-60)
        break
      case 'thinking':
        this.thinking = message.on
          ? [...new Set([...this.thinking, message.seat])]
          : this.thinking.filter((seat) => seat !== message.seat)
        break
    }
  }

  private welcome(message: Welcome): void {
    this.rulebook = message.rulebook
    this.title = message.title
    this.scenario = message.scenario
    this.seats = message.seats
    this.watching = message.watching
    this.table = completeTable(message.table)
    this.cards = message.cards
    this.presence = message.presence
    this.watchers = message.watchers
    this.commitment = message.commitment
    this.notices = message.notices ?? []
    this.readOnly = message.read_only ?? ''
    this.practice = message.practice ?? false
    this.newsFrom = message.log.length
    this.log = message.log
    this.talk = message.said ?? []
    this.phrases = message.phrases ?? {}
    this.moments.length = 0
    this.take(message)
    this.ready = true
    if (!settings.chat && message.phrases && !message.watching) for (const seat of message.seats) void this.ask({ type: 'chat', seat, on: false })
  }

  /** The other side is a bot: it can be asked why it did something. */
  get explains(): boolean {
    return !this.watching && this.presence.some((one) => one.kind === 'bot')
  }

  /** What the bot thought at its last decisions, or at its last before a step of the log. */
  async whyDidIt(step?: number): Promise<Thought[]> {
    const reply = await this.ask({ type: 'why', ...(step === undefined ? {} : { step }) })
    return reply.type === 'why' ? reply.thoughts : []
  }

  private update(message: Update): void {
    if (message.table) this.table = completeTable(message.table)
    this.newsFrom = this.watching ? message.log_from : Math.min(this.newsFrom, message.log_from)
    this.log = [...this.log.slice(0, message.log_from), ...message.log]
    this.take(message)
  }

  private take(message: Welcome | Update): void {
    if (this.seat !== null) this.lastSeat = this.seat
    this.stamp = message.stamp
    this.revision = message.revision
    this.perspectives = message.perspectives
    this.standing = message.standing
    this.deciding = message.deciding
    this.proposals = message.proposals
    this.diceSecret = message.dice_secret
    this.movable = message.movable ?? []
    const { view, standing, deciding } = this
    while ((this.moments.at(-1)?.lines ?? -1) >= this.log.length) this.moments.pop() // taken back, or told anew
    if (view && this.watching) this.moments.push({ lines: this.log.length, view, standing, deciding })
  }

  /** Whose last answer can be taken back: on a shared screen it may be the other seat's. */
  readonly undo = $derived.by(() => {
    const able = this.perspectives.filter((one) => one.seat !== null && one.undo.possible)
    const best = able.find((one) => one.undo.free) ?? able[0]
    return best ? { seat: best.seat, free: best.undo.free } : null
  })

  /** Answers given in one go are taken back in one go. */
  async takeBack(): Promise<boolean> {
    const last = this.bundles.at(-1)
    const whole = last !== undefined && last.to === this.revision && this.undo?.free === true
    this.bundles = this.bundles.filter((one) => one !== last && one.to < this.revision)
    this.giving = true
    try {
      do {
        if (!(await this.act({ type: 'undo', ...(this.undo ? { seat: this.undo.seat } : {}) }))) return false
      } while (this.undo?.free && ((whole && this.revision > last.from) || this.alone.has(this.revision)))
      this.alone = new Set([...this.alone].filter((revision) => revision < this.revision))
      return true
    } finally {
      this.backAt = this.stamp
      this.giving = false
    }
  }

  /** The moment an undo led to: what was taken back there is not given again by itself. */
  backAt = $state(-1)

  private bundles: { from: number; to: number }[] = []

  /** Where an answer was given because there was no other: an undo does not stop there. */
  private alone: ReadonlySet<number> = new Set()

  async answerAlone(given: unknown): Promise<boolean> {
    this.alone = new Set([...this.alone, this.revision])
    return this.answer(given)
  }

  /** Answers one after the other, as long as each is taken. */
  async answerAll(answers: unknown[]): Promise<boolean> {
    const from = this.revision
    this.giving = true
    try {
      for (const given of answers) if (!(await this.give(given))) return false
      return true
    } finally {
      this.giving = false
      if (answers.length > 1) this.bundles = [...this.bundles, { from, to: this.revision }]
    }
  }

  /** Ask the server something; `seat` is added for a browser that holds two. */
  ask(message: Outgoing): Promise<Reply> {
    return this.socket.ask(this.seat === null ? message : { seat: this.seat, ...message })
  }

  /** What a person answers; while several answers are given in one go nobody answers in between, not by a key either. */
  async answer(given: unknown): Promise<boolean> {
    return this.giving ? false : this.give(given)
  }

  /** What gives something up for good is asked once more, however it was said: by a click, a drag, a card or a key. */
  private async give(given: unknown): Promise<boolean> {
    const question = this.question
    const grave = question?.kind === 'choose' ? question.options.find((option) => option.key === given && option.grave) : undefined
    if (grave && !this.again(`${this.stamp} ${grave.key}`)) {
      this.said = { text: `“${grave.label}” gives something up for good: choose it once more to do it.`, clause: grave.clause, kind: 'note' }
      return false
    }
    return this.decide({ type: 'answer', given, at: this.stamp })
  }

  async command(text: string): Promise<boolean> {
    if (this.giving) return false
    return this.decide({ type: 'command', text, at: this.stamp, sure: this.again(`${this.stamp} typed ${text}`) })
  }

  private once = ''

  /** Has just this been said before? */
  private again(what: string): boolean {
    const same = this.once === what
    this.once = what
    return same
  }

  private decisions = 0
  private decidedAt = -1

  /**
   * One decision at a time: a second click while the first is on its way is not a second answer. But what has come after it is
   * another question, though the word that the first was taken may still be on its way.
   */
  private async decide(message: Outgoing): Promise<boolean> {
    if (this.underWay && this.decidedAt === this.stamp) return false
    const mine = ++this.decisions
    this.decidedAt = this.stamp
    this.underWay = true
    try {
      return await this.act(message)
    } finally {
      if (mine === this.decisions) this.underWay = false
    }
  }

  /** Something that changes the game: says what was refused, and why. */
  async act(message: Outgoing): Promise<boolean> {
    this.said = null
    const before = this.log.length
    const reply = await this.ask(message)
    if (reply.type === 'refused') {
      this.said = { text: reply.why, clause: reply.clause, kind: 'refusal' }
      return false
    }
    this.newsFrom = Math.min(before, this.log.length)
    if (reply.type === 'ack' && reply.note) this.said = { text: reply.note, clause: '', kind: 'note' }
    return true
  }
}
