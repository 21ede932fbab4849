import { expect, test } from 'vitest'
import { completeView, type LogLine, type Model, type Picture } from '../connection/vocabulary'
import { along, before, fallen, lastTrails, lastTurn, roundOf, scenes, weightOf } from './beats'

const line = (shows: Picture | null, more: Partial<LogLine> = {}): LogLine => ({ text: shows?.kind ?? 'a word', clause: '', about: [], dice: null, shows, step: 1, seen_by: null, ...more })

const view = completeView({
  players: [],
  models: [
    { key: 'a', name: 'A', side: 0, x: 8, y: 2, wounds: 3, max_wounds: 3, status: [{ key: 'aimed', label: 'Aims' }] },
    { key: 'b', name: 'B', side: 1, x: 5, y: 5, wounds: 1, max_wounds: 4 },
    { key: 'c', name: 'C', side: 1, x: 1, y: 1, wounds: 0, max_wounds: 2, on_table: false },
  ],
})
const turn: LogLine[] = [
  line({ kind: 'act', who: ['a'] }),
  line({ kind: 'move', who: ['a'], paths: [[[0, 0], [0, 2], [8, 2]]] }),
  line({ kind: 'gain', who: ['a'], state: 'aimed' }),
  line({ kind: 'attack', who: ['a'], whom: ['b'], way: 'ranged' }),
  line({ kind: 'harm', who: ['b'], amount: 2, left: 1 }),
  line({ kind: 'fall', who: ['c'], paths: [[[3, 4]]] }),
]
const seen = (lines: LogLine[], known: Map<string, Model> = new Map()) => new Map(before(view, lines, known).models.map((model) => [model.key, model]))

test('before a turn everybody stands where the turn found them, with the wounds they had', () => {
  const then = seen(turn)
  expect([then.get('a')?.x, then.get('a')?.y]).toEqual([0, 0])
  expect(then.get('a')?.status).toEqual([])
  expect(then.get('b')?.wounds).toBe(3)
  expect(then.get('c')?.on_table).toBe(true)
  expect([then.get('c')?.x, then.get('c')?.y]).toEqual([3, 4])
})

test('whoever is about to fall still has the wounds that were told last, or those it was seen with', () => {
  const fall = line({ kind: 'fall', who: ['c'], paths: [[[3, 4]]] })
  const harm = line({ kind: 'harm', who: ['c'], amount: 1, left: 1 })
  const known = new Map([['c', { ...(view.models[2] as Model), wounds: 2 }]])
  const wounds = (lines: LogLine[], told: LogLine[] = []) => before(view, lines, known, told).models.find((model) => model.key === 'c')?.wounds
  expect(wounds([fall])).toBe(2)
  expect(wounds([harm, fall])).toBe(2)
  expect(wounds([fall], [harm])).toBe(1)
})

test('half-way through a turn only what is still to come is taken back', () => {
  const then = seen(turn.slice(4))
  expect(then.get('a')?.x).toBe(8)
  expect(then.get('b')?.wounds).toBe(3)
})

test('before points were scored nobody had them, and the round is the one that had begun', () => {
  const scored = completeView({ players: [{ seat: 0, name: 'Blue', score: 5 }, { seat: 1, name: 'Red', score: 2 }], models: [] })
  const lines = [line({ kind: 'stage', who: [], round: 2 }), line({ kind: 'score', who: [], seat: 0, amount: 3 }), line({ kind: 'stage', who: [], round: 3 })]
  expect(before(scored, lines, new Map()).players.map((player) => player.score)).toEqual([2, 2])
  expect(roundOf(lines.slice(0, 2))).toBe(2)
})

test('a piece that has left the table for good is remembered from before', () => {
  const gone = { ...(view.models[0] as Model), key: 'gone', at: [2, 3] as [number, number] }
  expect(seen([line({ kind: 'fall', who: ['gone'], paths: [[[7, 7]]] })]).has('gone')).toBe(false)
  const then = seen([line({ kind: 'fall', who: ['gone'], paths: [[[7, 7]]] })], new Map([['gone', gone]]))
  expect(then.get('gone')).toMatchObject({ on_table: true, at: [7, 7] })
})

test('who was stopped on its way stood at the end of its move before that', () => {
  const lines = [turn[1] as LogLine, line({ kind: 'place', who: ['a'], paths: [[[4, 2]]] })]
  expect(seen(lines.slice(1)).get('a')?.on_table).toBe(false)
  expect([...seen(lines).values()].find((model) => model.key === 'a')).toMatchObject({ x: 0, y: 0, on_table: true })
})

test('a path is walked by its length, corners and all', () => {
  expect(along([[0, 0], [0, 2], [8, 2]], 0.2)).toEqual([0, 2])
  expect(along([[0, 0], [0, 2], [8, 2]], 0.6)).toEqual([4, 2])
  expect(along([[0, 0], [0, 2], [8, 2]], 1)).toEqual([8, 2])
  expect(along([[5, 5]], 0.5)).toEqual([5, 5])
})

test('the last move stays marked until somebody else moves, casualties until the next round', () => {
  expect(lastTrails(turn, turn.length).map((one) => one.key)).toEqual(['a'])
  const later = [...turn, line({ kind: 'act', who: ['b'] }), line({ kind: 'move', who: ['b'], paths: [[[5, 5], [6, 6]]] })]
  expect(lastTrails(later, later.length).map((one) => one.key)).toEqual(['b'])
  expect(fallen(later, later.length).map((one) => one.key)).toEqual(['c'])
  expect(fallen([...later, line({ kind: 'stage', who: [] })], later.length + 1)).toEqual([])
})

test('where a whole side moves one after the other all its moves stay marked, until the other side moves or a new turn begins', () => {
  const walk = (key: string) => line({ kind: 'move', who: [key], paths: [[[0, 0], [1, 1]]] })
  const sideOf = (key: string) => (key.startsWith('red') ? 1 : 0)
  const marked = (lines: LogLine[]) => lastTrails(lines, lines.length, sideOf).map((one) => one.key)
  const phase = [walk('blue1'), walk('red1'), walk('red2')]
  expect(marked(phase)).toEqual(['red1', 'red2'])
  expect(marked([...phase, walk('blue2')])).toEqual(['blue2'])
  expect(marked([walk('red1'), line({ kind: 'stage', who: [] }), walk('red2')])).toEqual(['red2'])
})

test('the last turn is what happened since this person acted, or since the last turn began', () => {
  const later = [...turn, line(null)]
  expect(lastTurn(later, 3)).toBe(3)
  expect(lastTurn(later, later.length)).toBe(0)
})

test('a line that is only read takes no time', () => {
  expect(weightOf(line(null))).toBe(0)
  expect(weightOf(turn[1] as LogLine)).toBeGreaterThan(0)
})

test('a line happens where those stand whom it is about, and along the ways they go', () => {
  expect(scenes(turn[3] as LogLine, view.models)).toEqual([[8, 2], [5, 5]])
  expect(scenes(turn[1] as LogLine, view.models)).toEqual([[8, 2], [0, 0], [0, 2], [8, 2]])
  expect(scenes(line(null, { about: ['c', 'nobody'] }), view.models)).toEqual([])
})
