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

const WORDS: [RegExp, Texture][] = [
  [/wood|forest|tree|orchard|jungle/, 'trees'],
  [/bocage|hedge|bush|scrub|vegetation/, 'hedge'],
  [/water|pool|river|pond|lake|sea|stream|ford/, 'water'],
  [/marsh|swamp|mud|bog|crater/, 'mud'],
  [/scree|rubble|ruin|debris|wreck/, 'rubble'],
  [/platform|floor|roof|deck|stairs|bridge|gantry|vantage/, 'planks'],
  [/hill|slope|rise|ridge/, 'contour'],
  [/building|house|town|village|bunker|brick|city|church/, 'bricks'],
  [/block|rock|pillar|impassable|container|crate|heavy|solid|wall/, 'rock'],
  [/field|farm|crop|wheat|grass/, 'field'],
  [/clear|open|plain|road|light/, 'plain'],
]

export function textureOf(...words: string[]): Texture {
  for (const word of words) {
    const text = word.toLowerCase()
    for (const [pattern, texture] of WORDS) if (pattern.test(text)) return texture
  }
  return 'dots'
}

export function partTexture(part: TerrainPart): Texture {
  return textureOf(part.kind, part.label, ...part.traits)
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
