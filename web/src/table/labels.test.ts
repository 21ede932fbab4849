import { expect, test } from 'vitest'
import { couple, coveredBy, namesUnder, partPlaces, sizeWithin, zonePlaces } from './labels'

const size = 1

test('a name stands in the middle of what it names', () => {
  for (const label of partPlaces('Ruin', { x: 10, y: 20, w: 8, h: 6 }, size, false)) {
    expect(label.x).toBe(14)
    expect(label.y).toBeGreaterThan(20)
    expect(label.y).toBeLessThan(26)
  }
})

test.each([
  ['lies', { x: 10, y: 20, w: 8, h: 0.4 }],
  ['stands', { x: 10, y: 20, w: 0.4, h: 8 }],
])('the height of a thin wall that %s is written beside it', (_, wall) => {
  for (const label of partPlaces('3″', wall, size, true)) {
    const box = coveredBy(label)
    const apart = box.x >= wall.x + wall.w || box.x + box.w <= wall.x || box.y >= wall.y + wall.h || box.y + box.h <= wall.y
    expect(apart).toBe(true)
  }
})

test('a name is written no wider than what it names, and not at all where it could not be read', () => {
  const stack = { x: 0, y: 0, w: 5, h: 3 }
  const fitting = sizeWithin('Stack C1', stack, 1.4, 1)
  expect(fitting).toBeLessThan(1.4)
  const [label] = partPlaces('Stack C1', stack, fitting, false)
  expect(label && coveredBy(label).w).toBeLessThanOrEqual(stack.w)
  expect(sizeWithin('Locomotive', stack, 1.4, 1)).toBe(0)
  expect(sizeWithin('Shed', { x: 0, y: 0, w: 20, h: 1 }, 1.4, 1)).toBe(0)
})

test('on a small screen a long name stands beside its zone in smaller letters, not over the pieces in it', () => {
  const [small] = zonePlaces("Deployment zone of Da Boss an' 'is Ladz", { x: 0, y: 0, w: 8, h: 24 }, { width: 44, height: 24 }, 0.1)
  expect(small?.upright).toBe(true)
  expect(small?.x).toBeLessThan(0)
  expect(small?.size).toBeLessThan(1.1)
})

test('a height stands below its name, both within what they are about, or is left out', () => {
  const stack = { x: 0, y: 0, w: 8, h: 4 }
  const [name, height] = couple('Stack C1', 1.4, '5 cm high', 1, stack).map(coveredBy)
  expect(name && name.y).toBeGreaterThanOrEqual(stack.y)
  expect(name && height && height.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.h ?? 0) - 0.001)
  expect(height && height.y + height.h).toBeLessThanOrEqual(stack.y + stack.h)
  expect(couple('Stack C1', 1.4, '5 cm high', 1, { ...stack, h: 2.6 })).toEqual([])
})

test('the names of two squads beside each other do not lie on one another', () => {
  const [first, second] = namesUnder([{ name: 'Boarding Crew', at: [10, 10] }, { name: 'Scrapper Mob', at: [13, 10] }], 0.1)
  expect(first?.y).toBeCloseTo(10)
  expect(second?.y).toBeCloseTo(11.1)
  const [lower] = namesUnder([{ name: 'Bastion', at: [10, 10] }], 0.1, [{ x: 9, y: 9.5, w: 1, h: 0.8 }])
  expect(lower?.y).toBeCloseTo(11.1) // clear of the piece beside it
  const crowd = [{ x: 0, y: 0, w: 30, h: 30 }]
  const [one, other] = namesUnder([{ name: 'Purifier Detail', at: [10, 10] }, { name: 'Scrapper Mob', at: [11, 10] }], 0.1, crowd)
  expect([one?.y, other?.y]).toEqual([10, expect.closeTo(11.1)]) // pieces are everywhere, but no name on a name
})
