import { expect, test } from 'vitest'
import type { OddsOfOption } from '../connection/vocabulary'
import { compared, exactly, inShort } from './chances'

/** The odds of an answer: for each piece the chance that it goes, that it is harmed, and what it loses on average. */
function odds(pieces: Record<string, [number, number, number]>): OddsOfOption {
  const models = Object.entries(pieces).map(([key, [removed, harmed, mean]]) => ({ key, removed, mean, exactly: { 0: 1 - harmed } }))
  return { option: '', label: '', outcomes: [], details: { models } }
}

test('a re-roll says by how many points it is better than keeping the dice', () => {
  const answers = new Map([
    ['keep', odds({ orc: [0.3, 0.5, 1] })],
    ['again', odds({ orc: [0.42, 0.6, 1.3] })],
  ])
  const told = compared(answers, 'keep', (key) => key)
  expect(told.get('keep')).toBe('removed 30 %')
  expect(told.get('again')).toBe('removed 42 % (+12)')
})

test('whoever cannot be removed is told by harm, and whoever is surely harmed by what it loses', () => {
  const saves = new Map([
    ['armor', odds({ lord: [0, 0.22, 0.2] })],
    ['ward', odds({ lord: [0, 0.44, 0.5] })],
  ])
  expect([...compared(saves, null, (key) => key).values()]).toEqual(['harmed 22 %', 'harmed 44 %'])
  const discards = new Map([
    ['one', odds({ lord: [0, 1, 3] })],
    ['none', odds({ lord: [0, 1, 6.5] })],
  ])
  expect([...compared(discards, null, (key) => key).values()]).toEqual(['loses 3', 'loses 6.5'])
})

test('where hardly anybody goes, what tells answers apart is told', () => {
  const answers = new Map([
    ['keep', odds({ orc: [0, 0.22, 0.7] })],
    ['again', odds({ orc: [0.003, 0.49, 1.5] })],
  ])
  expect([...compared(answers, 'keep', (key) => key).values()]).toEqual(['harmed 22 %', 'harmed 49 % (+27)'])
})

test('answers that come to the same say nothing, unless one could be left', () => {
  const figures = new Map(['one', 'two'].map((key) => [key, odds({ squad: [0, 1, 2] })]))
  expect(compared(figures, null, (key) => key).size).toBe(0)
  expect(compared(figures, 'one', (key) => key).size).toBe(2)
})

test('only pieces that can come to harm are told of, by name where there are several', () => {
  const blows = new Map([['strike', odds({ shooter: [0, 0, 0], foe: [0.5, 0.5, 1], own: [0.25, 0.5, 1] })]])
  expect(compared(blows, null, (key) => key.toUpperCase()).get('strike')).toBe('FOE removed 50 %; OWN removed 25 %')
})

test('where every answer touches another piece, each tells of its own', () => {
  const aims = new Map(['one', 'two', 'three'].map((key) => [key, odds({ [key]: [1, 1, 1] })]))
  expect([...compared(aims, 'as it is', (key) => key)]).toEqual(['one', 'two', 'three'].map((key) => [key, 'removed 100 %']))
})

test('an attack is told by the chance that its target goes, and that it is harmed at all', () => {
  expect(inShort(odds({ foe: [0.111, 0.802, 1] }))).toBe('removed 11 %, harmed 80 %')
  expect(inShort(odds({ foe: [0, 0, 0] }))).toBe('harmed 0 %')
  expect(inShort(odds({ squad: [0, 0.89, 1.56] }))).toBe('harmed 89 %, loses 1.6')
  expect(inShort(odds({ foe: [0, 0.5, 0.5] }))).toBe('harmed 50 %')
  expect(inShort(undefined)).toBe('')
})

test('a test is told by what it decides, and one that follows an attack beside what the attack does', () => {
  const charge = { ...odds({ lord: [0.58, 0.58, 0.58] }), outcomes: [{ label: 'reaches', chance: 0.58 }] }
  charge.details['fate'] = 'reaches'
  expect(inShort(charge)).toBe('reaches 58 %')
  const volley = odds({ squad: [0.02, 0.4, 1] })
  volley.details['tests'] = { pinned: 0.22 }
  expect(inShort(volley)).toBe('removed 2 %, harmed 40 %, pinned 22 %')
})

test('what is not certain is never told as if it were', () => {
  expect([0, 0.0001, 0.5, 0.9996, 1].map(exactly)).toEqual(['0.0 %', '< 0.1 %', '50.0 %', '> 99.9 %', '100.0 %'])
})
