/** What a person weighs before answering: the thing picked, the answer that waits, the plan of a move, chances and dangers. */
import { untrack } from 'svelte'
import type { ChooseAsked, OddsOfOption, Option, Point, Question, RiskPoint } from '../connection/vocabulary'
import { A_MOMENT } from '../prompt/moment'
import type { LiveGame } from './live.svelte'
import { MovePlan } from './move.svelte'

export class Deciding {
  /** Only answers about this thing on the table are shown. */
  about = $state('')
  /** The answer that a click on the table, or a bot, has picked; it waits for confirmation. */
  armed = $state('')
  looked = $state.raw<Option | null>(null)
  lookedLot = $state('')
  plan = $state.raw<MovePlan | null>(null)
  odds = $state.raw<Map<string, OddsOfOption>>(new Map())
  /** They are of one attack, and say by how much one answer is better than another. */
  compared = $state(false)
  risk = $state.raw<RiskPoint[]>([])
  riskShown = $state(false)
  private unveiled = $state('')
  private oddsOf = $state('')

  readonly question = $derived.by<Question | null>(() => this.game.question)
  /** Changes with every question. */
  readonly moment = $derived.by(() => (this.question ? `${this.game.stamp}:${this.question.seat}` : ''))
  /** A secret question on a screen that two people share waits until the right one sits there. */
  readonly veiled = $derived.by(() => this.game.shared && this.question?.secret === true && this.unveiled !== this.moment)
  readonly choose = $derived<ChooseAsked | null>(this.question?.kind === 'choose' ? this.question : null)
  /** Everything on the table that an answer is about. */
  readonly keys = $derived.by(() => {
    const keys = new Set<string>()
    for (const option of this.choose?.options ?? []) if (!option.why_not) for (const one of option.about) keys.add(one)
    if (this.question?.kind === 'split') for (const lot of this.question.lots) keys.add(lot.key)
    if (this.plan?.question.mover) keys.add(this.plan.question.mover)
    return keys
  })
  /** Own pieces that the question is about: they can be dragged to where they should go, or onto whom they should act. */
  readonly movables = $derived.by(() => {
    const found = new Set<string>()
    const { choose } = this
    if (!choose || this.veiled) return found
    const view = this.game.view
    const acts = (key: string) => !choose.dice && (key === view?.active_model || choose.about.includes(key)) // over dice nobody goes anywhere
    for (const model of view?.models ?? []) {
      if (model.side === choose.seat && model.on_table && (this.keys.has(model.key) || acts(model.key))) found.add(model.key)
    }
    return found
  })
  /** Several pieces can be picked one after the other here, in any order. */
  readonly groups = $derived.by(() => {
    if (this.reaction || this.game.table?.one_at_a_time) return false
    const about = new Set((this.choose?.options ?? []).flatMap((option) => (!option.why_not && option.about.length === 1 ? option.about : [])))
    const pieces = (this.game.view?.models ?? []).filter((model) => about.has(model.key) && this.movables.has(model.key))
    return new Set(pieces.map((model) => model.group ?? model.key)).size > 1 // of one squad all go together anyway
  })
  /** The option that is pointed at, or else the one that waits for confirmation. */
  readonly shown = $derived.by(() => this.looked ?? this.choose?.options.find((option) => option.key === this.armed) ?? null)
  readonly shownOdds = $derived.by(() => this.odds.get(this.oddsOf) ?? null)
  /** The piece that is to be placed or moved. */
  readonly mover = $derived.by(() => this.game.view?.models.find((one) => one.key === this.plan?.question.mover) ?? null)
  /** Asked while a model of the other side acts, or in the turn of the other side. */
  readonly reaction = $derived.by(() => {
    const { question } = this
    const view = this.game.view
    if (!question || question.secret || !view?.round) return false
    const acting = view.models.find((one) => one.key === view.active_model)?.side ?? view.active
    return acting !== null && acting !== undefined && acting !== question.seat
  })

  constructor(
    readonly game: LiveGame,
    private readonly freshQuestion: () => void,
  ) {
    /** A new question makes a clean slate. */
    $effect(() => {
      void this.moment
      untrack(() => this.begin())
    })
    /** The odds of the option looked at last stay: a panel that comes and goes would move what is being pointed at. */
    $effect(() => {
      const key = this.shown?.key
      if (key && this.odds.has(key)) this.oddsOf = key
    })
  }

  private begin(): void {
    this.pickNothing()
    this.looked = null
    this.lookedLot = ''
    this.risk = []
    this.riskShown = false
    this.odds = new Map()
    this.oddsOf = ''
    const asked = this.game.question
    this.plan = asked?.kind === 'place' ? new MovePlan(this.game, asked) : null
    if (this.choose) void this.askOdds()
    this.freshQuestion()
  }

  pickNothing(): void {
    this.about = ''
    this.armed = ''
  }

  unveil(): void {
    this.unveiled = this.moment
  }

  /** What can be answered about one thing; what is about a whole crowd, such as the end of a phase, is not about it. */
  fitting(key: string): Option[] {
    const found = (this.choose?.options ?? []).filter((option) => !option.why_not && option.about.includes(key))
    const closer = found.filter((option) => option.about.length < 3)
    return closer.length ? closer : found
  }

  /** An answer that gives something up for good stays picked while it is asked once more. */
  decide(key: string): void {
    if (this.choose?.options.find((option) => option.key === key)?.grave) this.armed = key
    void this.game.answer(key)
  }

  private async askOdds(): Promise<void> {
    const mine = this.moment
    await new Promise((resolve) => setTimeout(resolve, A_MOMENT))
    if (mine !== this.moment) return
    const reply = await this.game.ask({ type: 'odds' })
    if (mine !== this.moment || reply.type !== 'odds' || !reply.available) return
    this.odds = new Map(reply.odds.map((one) => [one.option, one]))
    this.compared = reply.compared
  }

  /** The bot's word on the question at hand. */
  async hint(): Promise<void> {
    const mine = this.moment
    if (this.isHinting) return
    this.hinting = mine
    const reply = await this.game.ask({ type: 'suggest' })
    if (this.hinting === mine) this.hinting = ''
    if (mine !== this.moment) return
    if (reply.type === 'refused') this.game.said = { text: reply.why, clause: reply.clause, kind: 'refusal' }
    if (reply.type !== 'suggested') return
    const answer = this.plan ? 'A bot would choose the place that is drawn now' : `A bot would answer: ${reply.text}`
    this.game.said = { text: `${answer}${reply.why ? ` (${reply.why})` : ''}.`, clause: '', kind: 'note' }
    if (this.choose?.options.some((option) => option.key === reply.given)) this.armed = reply.given as string
    const way = this.plan && Array.isArray(reply.given) ? (reply.given as Point[]) : []
    if (this.plan?.stays(way)) this.game.said = { text: `A bot would leave ${this.mover?.name ?? 'it'} where it stands.`, clause: '', kind: 'note' }
    else this.plan?.take(way)
  }

  /** A place for what is asked about: what a quick bot would do, or simply a legal one. */
  async suggestPlace(): Promise<void> {
    const mine = this.moment
    this.suggesting = mine
    const reply = await this.game.ask({ type: 'suggest', quickly: true })
    if (this.suggesting === mine) this.suggesting = ''
    if (mine !== this.moment || !this.plan) return
    const way = reply.type === 'suggested' && Array.isArray(reply.given) ? (reply.given as Point[]) : []
    if (way.length && !this.plan.stays(way)) this.plan.take(way)
    else if (!(await this.plan.propose()) && mine === this.moment)
      this.game.said = { text: `Nothing better than to stay is known for ${this.mover?.name ?? 'it'}: where it goes is up to you.`, clause: '', kind: 'note' }
  }

  /** A bot is being asked for its word at this moment, or for a place: that may take it a while. */
  private hinting = $state('')
  readonly isHinting = $derived.by(() => this.hinting !== '' && this.hinting === this.moment)
  private suggesting = $state('')
  readonly isSuggesting = $derived.by(() => this.suggesting !== '' && this.suggesting === this.moment)

  /** What a quick bot would give to the lots of a split; none against the rules of helping. */
  readonly suggestSplit = async (): Promise<Record<string, number> | null> => {
    const reply = await this.game.ask({ type: 'suggest', quickly: true })
    return reply.type === 'suggested' ? (reply.given as Record<string, number>) : null
  }

  readonly oddsOfSplit = async (amounts: Record<string, number>): Promise<OddsOfOption | null> => {
    const reply = await this.game.ask({ type: 'odds', amounts })
    return reply.type === 'odds' && reply.available ? (reply.odds[0] ?? null) : null
  }

  readonly weigh = async (amounts: Record<string, number>) => {
    const reply = await this.game.ask({ type: 'weigh', amounts })
    return reply.type === 'weighed' ? reply : null
  }

  async toggleRisk(): Promise<void> {
    this.riskShown = !this.riskShown
    if (!this.riskShown) {
      this.risk = []
      return
    }
    const mine = this.moment
    const reply = await this.game.ask({ type: 'risk' })
    if (!this.riskShown || mine !== this.moment) return
    if (reply.type === 'risk' && reply.available) this.risk = reply.points
    else {
      this.riskShown = false
      this.game.said = { text: reply.type === 'risk' ? reply.note || 'No chances are known for this move.' : 'No answer.', clause: '', kind: 'note' }
    }
  }
}
