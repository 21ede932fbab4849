import { describe, expect, test } from 'vitest'
import { completeTable, type Table } from '../connection/vocabulary'
import { fitted, hexCorners, joined, kept, Projection, staysAt, zoomed } from './geometry'

const measured: Table = completeTable({ kind: 'measured', unit: 'in', width: 36, depth: 24 })
const hexes: Table = completeTable({
  kind: 'hexes',
  unit: 'hex',
  width: 3,
  depth: 3,
  hexes: [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ at: [column, row], terrain: 'field', label: 'Field' }))),
})

describe('a measured table', () => {
  test('has its origin at the bottom left, or at the top right when turned around', () => {
    expect(new Projection(measured, false).at(0, 0)).toEqual([0, 24])
    expect(new Projection(measured, true).at(0, 0)).toEqual([36, 0])
  })

  test.each([false, true])('reads a drawn point back to a thousandth (turned around: %s)', (flipped) => {
    const project = new Projection(measured, flipped)
    expect(project.from(...project.at(4.1234, 7.5))).toEqual([4.123, 7.5])
  })
})

describe('a hex map', () => {
  test.each([false, true])('finds every hex under its own centre (turned around: %s)', (flipped) => {
    const project = new Projection(hexes, flipped)
    for (const cell of hexes.hexes) expect(project.hexUnder(...project.hex(...cell.at))).toEqual(cell.at)
  })

  test('shifts odd rows half a hex to the east and puts row 0 in the north', () => {
    const project = new Projection(hexes, false)
    const [x0, y0] = project.hex(0, 0)
    const [x1, y1] = project.hex(0, 1)
    expect(x1 - x0).toBeCloseTo(Math.sqrt(3) / 2)
    expect(y1).toBeGreaterThan(y0)
  })

  test('has no hex outside', () => {
    expect(new Projection(hexes, false).hexUnder(-5, -5)).toBeNull()
  })

  test('draws six corners', () => {
    expect(hexCorners([0, 0]).split(' ')).toHaveLength(6)
  })
})

describe('the view', () => {
  const whole = { x: 0, y: 0, w: 36, h: 24 }

  test('fits the whole table with a margin for the names around it', () => {
    const box = fitted(whole, { w: 1000, h: 500 }, 20)
    const unit = box.w / 1000
    expect(box.h / unit).toBeCloseTo(500)
    expect(box.y).toBeCloseTo(-20 * unit)
    expect(box.y + box.h).toBeCloseTo(24 + 20 * unit)
    expect(box.x + box.w / 2).toBeCloseTo(18)
  })

  test('zooms about a point that stays where it is', () => {
    const before = { x: 0, y: 0, w: 36, h: 24 }
    const after = zoomed(before, whole, 2, [9, 6])
    expect((9 - after.x) / after.w).toBeCloseTo(9 / 36)
    expect((6 - after.y) / after.h).toBeCloseTo(6 / 24)
  })

  test('cannot be moved off the table', () => {
    const lost = kept({ x: 500, y: -500, w: 10, h: 10 }, whole)
    expect(lost.x).toBeLessThan(36)
    expect(lost.y + lost.h).toBeGreaterThan(-5)
  })
})

test('pieces of a unit are joined by the shortest lines, each once', () => {
  expect(joined([[0, 0], [5, 0], [1, 0], [2, 0]])).toEqual([[[0, 0], [1, 0]], [[1, 0], [2, 0]], [[2, 0], [5, 0]]])
  expect(joined([[3, 3]])).toEqual([])
})

test('a way that leads nowhere is no move; one that turns somebody is', () => {
  expect(staysAt([[3, 4]], [3, 4])).toBe(true)
  expect(staysAt([[3, 4], [3, 5]], [3, 4])).toBe(false)
  expect(staysAt([[3, 4, 90]], [3, 4])).toBe(false)
})
