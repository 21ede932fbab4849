/** How a kind of terrain looks: a texture that can be told apart without colour, and a shade that grows with height. */
import type { TerrainPart } from '../connection/vocabulary'

export type Texture =
  | 'trees'
  | 'water'
  | 'rubble'
  | 'planks'
  | 'rock'
  | 'contour'
  | 'field'
  | 'mud'
  | 'hedge'
  | 'bricks'
  | 'dots'
  | 'plain'

/** The plain table: which pattern stands for which look. */
const PATTERNS: Record<string, Texture> = {
  woods: 'trees',
  hedge: 'hedge',
  water: 'water',
  crater: 'mud',
  rubble: 'rubble',
  ruin: 'rubble',
  crates: 'planks',
  rails: 'planks',
  carriage: 'planks',
  hill: 'contour',
  building: 'bricks',
  bunker: 'bricks',
  wall: 'rock',
  container: 'rock',
  barrels: 'rock',
  pipes: 'rock',
  field: 'field',
  road: 'plain',
  glass: 'dots',
}

export function textureOf(look: string): Texture {
  return PATTERNS[look] ?? 'dots'
}

/** 0 for flat ground to 4 for the highest: the shade of a part. */
export function shadeOf(part: TerrainPart, unit: string): number {
  const inches = unit === 'cm' ? part.top / 2.54 : part.top
  if (inches <= 0) return 0
  if (inches <= 1) return 1
  if (inches <= 2) return 2
  if (inches <= 3) return 3
  return 4
}

export function heightText(part: TerrainPart, unit: string): string {
  if (part.top <= 0) return ''
  const mark = unit === 'in' ? '″' : ' ' + unit
  const span = part.bottom > 0 ? `${trim(part.bottom)}–${trim(part.top)}` : trim(part.top)
  return `${span}${mark} high`
}

function trim(value: number): string {
  return String(Math.round(value * 100) / 100)
}
