import { expect, test } from 'vitest'
import type { Point } from '../connection/vocabulary'
import { TableTools, type Asking } from './tools.svelte'

function tools(more: Partial<Asking> = {}) {
  const refusals: string[] = []
  const made = new TableTools({
    measure: async (start, end) => ({ distance: 5, text: `${String(start)} to ${String(end)}`, from: [0, 0], to: [3, 4] }),
    sight: async (viewer, target) => ({ sees: true, summary: `${viewer} sees ${target}` }),
    placeOf: (key) => (key === 'gone' ? null : [1, 1]),
    nameOf: (key) => key,
    looker: () => '',
    refused: (why) => refusals.push(why),
    ...more,
  })
  return { made, refusals }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
const model = (key: string) => ({ kind: 'model', key, at: null }) as const
const point = (at: Point) => ({ kind: 'point', at }) as const

test('without a tool a pick is not taken', () => {
  const { made } = tools()
  expect(made.pick(model('a'))).toBe(false)
  expect(made.hint).toBe('')
})

test('the tape goes from anything to anything and starts anew', async () => {
  const { made } = tools()
  made.set('measure')
  expect(made.pick(model('a'))).toBe(true)
  made.pick(point([3, 4]))
  await settle()
  expect(made.tape).toEqual({ from: [0, 0], to: [3, 4], text: 'a to 3,4' })
  made.pick(model('b'))
  await settle()
  expect(made.tape).toBeNull()
  made.toggle('measure')
  expect(made.mode).toBe('play')
})

test('who looks can be known before, and a refusal is told', async () => {
  const { made, refusals } = tools({ looker: () => 'a', sight: () => Promise.reject(new Error('nothing to see')) })
  made.set('sight')
  expect(made.hint).toContain('What can a see?')
  made.pick(model('b'))
  await settle()
  expect(refusals).toEqual(['nothing to see'])
  expect(made.sight).toBeNull()
})
