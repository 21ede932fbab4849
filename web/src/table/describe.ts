/** Sentences about things on the table, for screen readers and titles. */
import type { Model, Marker } from '../connection/vocabulary'

export function describe(model: Model, sideName: string): string {
  const parts = [model.name, sideName]
  if (model.max_wounds > 1) parts.push(`${model.wounds} of ${model.max_wounds} wounds`)
  if (model.status.length) parts.push(model.status.map((status) => status.label).join(', '))
  if (!model.on_table) parts.push('not on the table')
  else if (model.at) parts.push(`hex ${model.at[0]}, ${model.at[1]}`)
  else parts.push(`at ${round(model.x)}, ${round(model.y)}`)
  return parts.join(', ')
}

/** A marker's name, what it is worth to each side, and who holds it. */
export function describeMarker(marker: Marker, names: [string, string]): string {
  const parts = [marker.label || marker.kind]
  if (marker.points.length === 2) parts.push(`worth ${worthOf(marker)}`)
  if (marker.kind === 'objective') parts.push(`held by ${holderOf(marker.side, names)}`)
  return parts.join(', ')
}

/** What holding a marker is worth; to both alike, or to the first and to the second side. */
export function worthOf(marker: Marker): string {
  return [...new Set(marker.points)].join(' / ')
}

export function holderOf(side: number | null, names: [string, string]): string {
  return side === 0 || side === 1 ? names[side] : 'nobody'
}

function placeOf(marker: Marker): string {
  return marker.at ? `hex ${marker.at.join(', ')}` : `at ${round(marker.x)}, ${round(marker.y)}`
}

/** The same for somebody who cannot see where it is. */
export const describeMarkerAndPlace = (marker: Marker, names: [string, string]) => `${describeMarker(marker, names)}, ${placeOf(marker)}`

export function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export function sideNames(players: { seat: number; name?: string; faction?: string }[]): [string, string] {
  const named = (seat: number, fallback: string) => {
    const player = players.find((one) => one.seat === seat)
    return player?.name || player?.faction || fallback
  }
  return [named(0, 'Blue'), named(1, 'Red')]
}

/** What a round is called within a sentence: a name of its own keeps its capitals. */
export const roundWord = (view: { round_name: string }): string => (view.round_name.includes(' ') ? view.round_name : view.round_name.toLowerCase())

const ABOUT_HEX = /^(?:hex[-: ]?)?(-?\d+)[,:-](-?\d+)$/

/** The `column,row` of an about key that names a hex, or null. */
export function hexKey(about: string): string | null {
  const match = ABOUT_HEX.exec(about)
  return match ? `${match[1]},${match[2]}` : null
}
