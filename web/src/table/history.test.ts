import { expect, test } from 'vitest'
import type { LogLine, Model, Picture } from '../connection/vocabulary'
import { lossesByRound, roundAt, scoresByRound } from './history'

const line = (shows: Picture): LogLine => ({ text: '', clause: '', about: [], dice: null, shows, step: 1, seen_by: null })
const stage = (round: number) => line({ kind: 'stage', who: [], round })
const score = (seat: number, amount: number) => line({ kind: 'score', who: [], seat, amount })

test('scores are added up round by round', () => {
  const rounds = scoresByRound([stage(1), score(0, 2), stage(2), score(1, 1), score(0, 1), stage(2), stage(3)])
  expect(rounds.map((one) => [one.round, one.gained, one.total])).toEqual([
    [1, [2, 0], [2, 0]],
    [2, [1, 1], [3, 1]],
    [3, [0, 0], [3, 1]],
  ])
})

test('the fallen count for the side they stood on', () => {
  const fall = (key: string, seat?: number) => line({ kind: 'fall', who: [key], ...(seat === undefined ? {} : { seat }) })
  const rounds = lossesByRound([stage(1), fall('a'), score(0, 5), stage(2), fall('b'), fall('gone', 1)], [{ key: 'a', side: 0 }, { key: 'b', side: 1 }] as Model[])
  expect(rounds.map((one) => one.total)).toEqual([[1, 0], [1, 2]])
})

test('a moment is told with its round', () => {
  const log = [{ ...stage(1), step: 0 }, { ...score(0, 1), step: 4 }, { ...stage(2), step: 5 }]
  expect([0, 4, 5, 9].map((step) => roundAt(log, step))).toEqual([1, 1, 2, 2])
  expect(roundAt([], 3)).toBe(0)
})
