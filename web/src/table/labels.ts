/** Where names stand so that none lies on another: zones at the rim of the table, terrain within itself. */
import type { Box } from './geometry'

export interface Label {
  x: number
  y: number
  size: number
  text: string
  /** A quarter turn to the left. */
  upright: boolean
  anchor: 'start' | 'middle'
  minor: boolean
}

/** Letters are somewhat more than half as wide as they are high; in wide fonts, which some screens have no other than. */
const LETTER = 0.6

export const apart = (a: Box, b: Box) => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y

/** What a label covers; `y` is its foot. */
export function coveredBy(label: Label): Box {
  const long = label.text.length * label.size * LETTER
  if (label.upright) return { x: label.x - label.size * 0.8, y: label.y - long, w: label.size, h: long }
  return { x: label.anchor === 'middle' ? label.x - long / 2 : label.x, y: label.y - label.size * 0.8, w: long, h: label.size }
}

/** The largest letters in which a text fits into a box, between the size wished for and the least that can be read; 0 if it does not. */
export function sizeWithin(text: string, box: Box, wished: number, least: number): number {
  const size = Math.min(wished, box.w / (text.length * LETTER), box.h / 1.4)
  return size >= least ? size : 0
}

/** Takes labels in, each at the first of its places that is free. */
export class Sheet {
  readonly placed: Label[] = []

  constructor(private readonly taken: Box[] = []) {}

  /** All of them or none. */
  putTogether(labels: Label[]): boolean {
    const boxes = labels.map(coveredBy)
    if (!labels.length || boxes.some((box) => this.taken.some((other) => !apart(box, other)))) return false
    this.taken.push(...boxes)
    this.placed.push(...labels)
    return true
  }

  put(...places: Label[]): boolean {
    for (const label of places) {
      const box = coveredBy(label)
      if (this.taken.every((other) => apart(box, other))) {
        this.taken.push(box)
        this.placed.push(label)
        return true
      }
    }
    return false
  }
}

/** The places for the name of a zone: outside the edge of the table that it touches, else inside itself; over it if terrain may fill it. */
export function zonePlaces(text: string, zone: Box, table: { width: number; height: number }, px: number, filled = false): Label[] {
  const wide = zone.w >= zone.h
  /** On a small screen a long name is written smaller rather than over the pieces. */
  const room = wide ? table.width - zone.x : zone.y + zone.h
  const size = Math.max(8.5 * px, Math.min(11 * px, room / (text.length * LETTER)))
  const near = 0.02 * table.width
  const long = text.length * size * LETTER
  const label = (x: number, y: number, upright = false): Label => ({ x, y, size, text, upright, anchor: 'start', minor: false })
  const places: Label[] = []
  if (filled && zone.y > size) places.push(label(Math.max(0, zone.x), zone.y - 5 * px))
  const along = [label(zone.x, -5 * px), label(zone.x, table.height + 12 * px)]
  const beside = [label(-5 * px, zone.y + zone.h, true), label(table.width + 12 * px, zone.y + zone.h, true)]
  const touches = [zone.y <= near, zone.y + zone.h >= table.height - near, zone.x <= near, zone.x + zone.w >= table.width - near]
  for (const [i, place] of [...along, ...beside].entries()) {
    const fits = i < 2 ? zone.x + long <= table.width + px : zone.y + zone.h - long >= -px
    if (touches[i] && fits && (i < 2) === wide) places.push(place)
  }
  places.push(zone.w < long && zone.h > zone.w ? label(zone.x + 14 * px, zone.y + zone.h - 6 * px, true) : label(zone.x + 6 * px, zone.y + 14 * px))
  return places
}

/** The places for the name of a piece of terrain: its middle, then above and below whatever lies there; beside what is thin. */
export function partPlaces(text: string, part: Box, size: number, minor: boolean): Label[] {
  const middle = part.x + part.w / 2
  const foot = part.y + part.h / 2 + size * 0.35
  const label = (y: number, x = middle): Label => ({ x, y, size, text, upright: false, anchor: x === middle ? 'middle' : 'start', minor })
  if (part.h < size * 1.2) return [label(part.y + part.h + size * 1.25), label(part.y - size * 0.5)] // what grows or lies there is drawn somewhat wider
  if (part.w < size * 1.2) return [label(foot, part.x + part.w + size * 0.4), label(foot, part.x - size * (0.4 + text.length * LETTER))]
  const steps = (minor ? [0, 1.3, -1.3, 2.5, -2.5] : [0, -1.2, 1.2, -2.3, 2.3]).map((lines) => foot + lines * size)
  return steps.filter((y, i) => i === 0 || (y - size * 0.8 > part.y && y + size * 0.2 < part.y + part.h)).map((y) => label(y))
}

/** A name and below it the height, in the middle of what they are about; nothing where there is no room for both. */
export function couple(name: string, size: number, height: string, heightSize: number, part: Box): Label[] {
  const high = size + heightSize * 1.15
  if (!size || !heightSize || high * 1.15 > part.h) return []
  const x = part.x + part.w / 2
  const top = part.y + (part.h - high) / 2
  const label = (text: string, size: number, y: number, minor: boolean): Label => ({ x, y, size, text, upright: false, anchor: 'middle', minor })
  return [label(name, size, top + size * 0.8, false), label(height, heightSize, top + high - heightSize * 0.2, true)]
}

/** The places for the name of a marker: below and above it, beside it, then a line further away. */
export function markerPlaces(text: string, [x, y]: [number, number], r: number, px: number): Label[] {
  const size = 9.5 * px
  const label = (at: number, foot: number, anchor: Label['anchor'] = 'middle'): Label => ({ x: at, y: foot, size, text, upright: false, anchor, minor: false })
  const aside = r + 4 * px
  const beside = [label(x + aside, y + 3.3 * px, 'start'), label(x - aside - text.length * size * LETTER, y + 3.3 * px, 'start')]
  return [label(x, y + r + 10 * px), label(x, y - r - 4 * px), ...beside, label(x, y + r + 21 * px), label(x, y - r - 15 * px)]
}

/** Names under pieces, each a line lower where another name, a piece or whatever else is kept free is in its way; in a crowd at least
 * where no other name is. */
export function namesUnder(named: readonly { name: string; at: readonly [number, number]; size?: number }[], px: number, kept: readonly Box[] = []): Label[] {
  const placed: Label[] = []
  for (const { name, at, size = 9.5 } of named) {
    const text = `${name}  ` // bold letters are wider, and a gap belongs between names
    const places = [0, 11, 22, 33].map((down): Label => ({ x: at[0], y: at[1] + down * px, size: size * px, text, upright: false, anchor: 'middle', minor: false }))
    const clearOf = (boxes: readonly Box[]) => places.find((place) => boxes.every((box) => apart(coveredBy(place), box)))
    const names = placed.map(coveredBy)
    const place = clearOf([...names, ...kept]) ?? clearOf(names) ?? places[0]
    if (place) placed.push(place)
  }
  return placed.map((label) => ({ ...label, text: label.text.trim() }))
}
