/** What the live table and the replay keep beside the game itself: the open tab, what is picked, mentioned or pointed at. */
import { reader } from '../clauses/reader.svelte'
import type { Model, Point, View } from '../connection/vocabulary'
import type Board from './Board.svelte'
import type { Mode, TableTools } from './tools.svelte'

export const TABS = [
  ['log', 'Log'],
  ['mission', 'Mission'],
  ['models', 'Models'],
  ['boards', 'Boards'],
  ['rules', 'Rules'],
] as const
export type Tab = (typeof TABS)[number][0]

export interface Framed {
  view: () => View | null
  tools: () => TableTools
  flip: () => void
  again: () => void
}

export class Frame {
  tab = $state<Tab>('log')
  help = $state(false)
  board = $state<Board | null>(null)
  selected = $state('')
  mentioned = $state.raw<string[]>([])
  /** The piece whose card is shown. */
  hover = $state('')
  private hoverTimer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly framed: Framed) {
    $effect(() => {
      if (!reader.open) return
      this.tab = 'rules'
      reader.open = false
    })
  }

  model(key: string): Model | null {
    return this.framed.view()?.models.find((one) => one.key === key) ?? null
  }

  placeOf(key: string): Point | null {
    const thing = this.model(key) ?? this.framed.view()?.markers.find((one) => one.key === key)
    return thing ? (thing.at ?? [thing.x, thing.y]) : null
  }

  /** What a piece, a unit of pieces or a marker is called. */
  nameOf(key: string): string {
    const piece = this.model(key) ?? this.framed.view()?.models.find((one) => one.group === key)
    return piece?.name ?? this.framed.view()?.markers.find((one) => one.key === key)?.label ?? ''
  }

  /** A line of the log was picked: what it speaks of is marked and brought into sight. */
  mention(keys: string[]): void {
    this.mentioned = keys
    const first = keys.map((key) => this.placeOf(key)).find((place) => place !== null)
    if (first) this.board?.look(first)
  }

  /** The pointer rests on a piece, or on none. */
  readonly pointAt = (key: string | null): void => {
    clearTimeout(this.hoverTimer)
    if (key && this.framed.tools().mode === 'play') this.hoverTimer = setTimeout(() => (this.hover = key), 160)
    else this.hover = ''
  }

  /** The keys that mean the same wherever a table is shown; false for any other. */
  press(key: string): boolean {
    const use = (mode: Mode) => this.framed.tools().toggle(mode)
    const keys: Record<string, () => void> = {
      l: this.framed.again,
      '?': () => (this.help = true),
      m: () => use('measure'),
      s: () => use('sight'),
      f: () => this.board?.fit(),
      x: this.framed.flip,
      r: () => (this.tab = 'rules'),
      '+': () => this.board?.zoom(1.25),
      '=': () => this.board?.zoom(1.25),
      '-': () => this.board?.zoom(0.8),
    }
    const act = keys[key.toLowerCase()]
    act?.()
    return act !== undefined
  }

  flip(): void {
    this.framed.flip()
  }

  again(): void {
    this.framed.again()
  }
}
