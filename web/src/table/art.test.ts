import { expect, test } from 'vitest'
import type { Point } from '../connection/vocabulary'
import { artOf, artOfHex, seeded } from './art'

const square: Point[] = [[0, 0], [6, 0], [6, 4], [0, 4]]
const LOOKS = ['ruin', 'wall', 'woods', 'water', 'crater', 'crates', 'container', 'road', 'hedge', 'hill', 'building', 'barrels', 'pipes', 'rubble', 'bunker', 'rails', 'carriage', 'glass', 'field']

test('a map always looks the same', () => {
  for (const look of LOOKS) expect(artOf(look, square, 'chapel ruin 1', 1)).toEqual(artOf(look, square, 'chapel ruin 1', 1))
  expect(artOf('woods', square, 'a', 1)).not.toEqual(artOf('woods', square, 'b', 1))
})

test('every look is drawn, on a table and in a hex, and no two alike', () => {
  const drawn = LOOKS.map((look) => JSON.stringify(artOf(look, square, 'x', 1)))
  expect(drawn.filter((one) => one === '[]')).toEqual([])
  expect(new Set(drawn).size).toBe(LOOKS.length)
  const hex: Point[] = [[1.73, 0.5], [1.73, 1.5], [0.87, 2], [0, 1.5], [0, 0.5], [0.87, 0]]
  for (const look of LOOKS.filter((one) => one !== 'road')) expect(artOfHex(look, hex, '3,4').length, look).toBeGreaterThan(0)
})

test('trees and stones stay inside their piece', () => {
  for (const look of ['woods', 'rubble', 'barrels']) {
    const starts = artOf(look, square, 'seed', 1).flatMap((layer) => [...layer.d.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map((found) => [Number(found[1]), Number(found[2])]))
    for (const [x, y] of starts) expect((x as number) > -0.6 && (x as number) < 6.6 && (y as number) > -0.6 && (y as number) < 4.6).toBe(true)
  }
})

test('an unknown look draws nothing, and chance is the same for the same seed', () => {
  expect(artOf('something new', square, 'x', 1)).toEqual([])
  const [one, other] = [seeded('a'), seeded('a')]
  expect([one(), one(), one()]).toEqual([other(), other(), other()])
})
