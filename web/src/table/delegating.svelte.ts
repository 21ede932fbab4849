/** Questions a person leaves to a bot: the whole set-up, a run of like ones; and those with a single answer, to nobody. */
import { untrack } from 'svelte'
import type { Question } from '../connection/vocabulary'
import { onlyAnswer } from '../prompt/order'
import { settings } from '../shell/settings.svelte'
import type { Deciding } from './deciding.svelte'
import type { LiveGame } from './live.svelte'

const runOf = (question: Question | null) => (question ? `${question.seat} ${question.clause}` : '')

export class Delegating {
  /** The army is set up by a bot's judgement, question by question, until the battle begins. */
  settingUp = $state(false)
  /** A run of like questions is answered as a bot would: this one, and those by the same rule that follow at once. */
  private run = $state('')
  readonly asABot = $derived(this.run !== '')

  constructor(
    private readonly game: LiveGame,
    private readonly deciding: Deciding,
    private readonly armyStands: () => void,
  ) {
    $effect(() => {
      if (!this.settingUp || !deciding.moment) return
      if (game.deciding?.setup) untrack(() => void this.answerOne(() => this.settingUp, () => (this.settingUp = false)))
      else {
        this.settingUp = false
        this.armyStands()
      }
    })
    $effect(() => {
      if (!this.run || !deciding.moment) return
      if (game.over || runOf(game.question) !== this.run) this.run = ''
      else untrack(() => void this.answerOne(() => this.run !== '', () => (this.run = '')))
    })
    /** Where only one answer can come to anything, nobody need be asked. */
    $effect(() => {
      const key = deciding.moment
      const only = onlyAnswer(deciding.choose?.options ?? [])
      if (!settings.single || this.settingUp || this.run || game.giving || game.backAt === game.stamp || !key) return
      if (!only || deciding.veiled || game.question?.secret) return
      untrack(() => void game.answerAlone(only.key))
    })
  }

  setUp(): void {
    this.settingUp = true
  }

  decideForMe(): void {
    this.run = runOf(this.game.question)
  }

  private async answerOne(wanted: () => boolean, stop: () => void): Promise<void> {
    const mine = this.deciding.moment
    const reply = await this.game.ask({ type: 'suggest', quickly: true })
    if (!wanted() || mine !== this.deciding.moment) return
    const taken = reply.type === 'suggested' && (await this.game.answer(reply.given))
    if (!taken && mine === this.deciding.moment) stop()
  }
}
