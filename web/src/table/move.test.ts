import { expect, test } from 'vitest'
import type { PlaceAsked, Point } from '../connection/vocabulary'
import { besides, hexesAround } from './geometry'
import type { LiveGame } from './live.svelte'
import { MovePlan } from './move.svelte'

/** A server that takes any path of at most three hexes, and else goes straight to the last one. */
function plan(): MovePlan {
  const game = {
    ask: async (message: { path: Point[] }) => {
      const path = message.path.length > 3 ? message.path.slice(-1) : message.path
      return { type: 'snapped', path, preview: { legal: true, cost: path.length, path } }
    },
  }
  return new MovePlan(game as unknown as LiveGame, { on: 'hexes', mover: 'm', has_area: false, examples: [] } as unknown as PlaceAsked)
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('hexes have six neighbours, in even and odd rows', () => {
  expect(hexesAround([3, 2])).toEqual([[4, 2], [3, 1], [2, 1], [2, 2], [2, 3], [3, 3]])
  expect(hexesAround([3, 3])).toEqual([[4, 3], [4, 2], [3, 2], [2, 3], [3, 4], [4, 4]])
  expect(besides([3, 3], [4, 4])).toBe(true)
  expect(besides([3, 2], [4, 3])).toBe(false)
})

test('a way is picked hex by hex, cut back to one of its hexes, and one hex back', async () => {
  const way = plan()
  way.aim([1, 0], true)
  await settle()
  await way.extend([2, 0])
  await way.extend([3, 0])
  expect(way.path).toEqual([[1, 0], [2, 0], [3, 0]])
  expect(way.waypoints).toEqual([[1, 0], [2, 0]])
  way.removeWaypoint()
  await settle()
  expect(way.path).toEqual([[1, 0], [2, 0]])
  await way.extend([3, 1])
  way.cutTo(0)
  await settle()
  expect(way.path).toEqual([[1, 0]])
})

test('where the way through the picked hexes is too long, the best way to the last one is shown', async () => {
  const way = plan()
  way.aim([1, 0], true)
  await settle()
  for (const hex of [[2, 0], [3, 0], [4, 0]] as Point[]) await way.extend(hex)
  await settle()
  expect(way.path).toEqual([[4, 0]])
  expect(way.waypoints).toEqual([])
})

const standing = (examples: Point[][], legal = (_: Point) => true) => {
  const game = {
    table: { width: 30, depth: 22 },
    view: { models: [{ key: 'm', on_table: true, x: 3, y: 4, at: null }] },
    ask: async (message: { path: Point[] }) =>
      legal(message.path.at(-1) as Point) ? { type: 'snapped', path: message.path, preview: { legal: true } } : { type: 'refused', why: 'no way', clause: 'move' },
  }
  return new MovePlan(game as unknown as LiveGame, { on: 'measured', mover: 'm', has_area: false, examples } as unknown as PlaceAsked)
}

test('what is suggested leads somewhere', async () => {
  const way = standing([[[3, 4]], [[5, 4]], [[3, 4.01]]])
  for (let i = 0; i < 3; i++) {
    expect(await way.propose()).toBe(true)
    await settle()
    expect(way.path).toEqual([[5, 4]])
  }
})

test('where nothing is known but to stay, a way to the middle is suggested; who cannot go there can stay', async () => {
  const free = standing([[[3, 4]]])
  expect(await free.propose()).toBe(false)
  expect(free.path).toEqual([[15, 11]])
  const held = standing([[[3, 4]]], ([x]) => x === 3)
  await held.propose()
  await settle()
  expect(held.path).toEqual([[3, 4]])
  expect(held.ready).toBe(true)
})
