/** The protocol's shapes under short names, and views completed so that components need not ask twice. */
import type { components } from '../protocol'

type Shapes = components['schemas']

export type Point = [number, number]

export type RulebookShown = Shapes['RulebookShown']
export type MapShown = Shapes['MapShown']
export type OfferShown = Shapes['OfferShown']
export type GameWanted = Shapes['GameWanted']
export type GameCreated = Shapes['GameCreated']
export type GameSummary = Shapes['GameSummary']
export type SeatWanted = Shapes['SeatWanted']
export type SeatPresence = Shapes['SeatPresence']
export type RosterChecked = Shapes['RosterChecked']
export type ClauseShown = Shapes['ClauseShown']
export type LessonShown = Shapes['LessonShown']
export type ReplayOutline = Shapes['ReplayOutline']
export type ReplayPosition = Shapes['ReplayPosition']
export type Problem = Shapes['Problem']
export type Joined = Shapes['Joined']
export type UploadAccepted = Shapes['UploadAccepted']

export type Question = Shapes['ChooseAsked'] | Shapes['PlaceAsked'] | Shapes['SplitAsked']
export type ChooseAsked = Shapes['ChooseAsked']
export type PlaceAsked = Shapes['PlaceAsked']
export type SplitAsked = Shapes['SplitAsked']
export type Option = Shapes['OptionShown']
export type LogLine = Shapes['LogLine']
export type DiceShown = Shapes['DiceRolled']
export type Picture = Shapes['PictureShown']
export type Mission = Shapes['Mission']
export type Story = Shapes['Story']
export type Standing = Shapes['StandingShown']
export type Deciding = Shapes['Deciding']
export type Perspective = Shapes['Perspective']
export type Proposal = Shapes['Proposal']
export type Welcome = Shapes['Welcome']
export type Update = Shapes['Update']
export type Way = Shapes['Way']
export type GroupMove = Shapes['GroupMove']
export type GroupStays = Shapes['GroupStays']
export type Said = Shapes['Said']
export type Thought = Shapes['Thought']
export type InvitationShown = Shapes['InvitationShown']
export type Completion = Shapes['Completion']
export type OddsOfOption = Shapes['OddsOfOption']
export type FreeOdds = Shapes['FreeOdds']
export type RiskPoint = Shapes['RiskPoint']
export type Sight = Shapes['Sight']
export type Measure = Shapes['Measure']
export type Preview = Shapes['Preview']
export type Card = Shapes['Card']
export type Cards = Record<string, Card>
export type Hand = Shapes['Hand']
export type HandCard = Shapes['HandCard']
export type Panel = Shapes['Panel']
export type PlayerView = Shapes['PlayerView']

export type ServerMessage =
  | Shapes['Welcome']
  | Shapes['Update']
  | Shapes['Presence']
  | Shapes['Proposals']
  | Shapes['Notices']
  | Shapes['Thinking']
  | Shapes['Ack']
  | Shapes['RefusedMessage']
  | Shapes['Completions']
  | Shapes['Previewed']
  | Shapes['Snapped']
  | Shapes['AreaShown']
  | Shapes['Measured']
  | Shapes['Weighed']
  | Shapes['SightShown']
  | Shapes['OddsShown']
  | Shapes['RiskShown']
  | Shapes['WhyShown']
  | Shapes['Suggested']
  | Shapes['WaysShown']
  | Shapes['GroupPlanned']
  | Shapes['Said']
  | Shapes['Pong']

export interface Stretch {
  kind: string
  points: Point[]
  label: string
}

export interface TerrainPart {
  name: string
  kind: string
  label: string
  look: string
  /** Its label says how high it is. */
  tells_height: boolean
  points: Point[]
  closed: boolean
  bottom: number
  top: number
  traits: string[]
  notes: string
  stretches: Stretch[]
}

export interface Zone {
  key: string
  label: string
  side: number | null
  points: Point[]
  hexes: Point[]
}

export interface HexCell {
  at: Point
  terrain: string
  label: string
  look: string
  cover: boolean
  road: boolean
  star: boolean
  sector: string
}

export interface Table {
  kind: 'measured' | 'hexes'
  unit: string
  width: number
  depth: number
  /** Sides take turns piece by piece: nobody moves several together. */
  one_at_a_time: boolean
  parts: TerrainPart[]
  zones: Zone[]
  hexes: HexCell[]
}

export interface Model {
  key: string
  card: string
  name: string
  label: string
  side: number
  x: number
  y: number
  at: Point | null
  radius: number
  elevation: number
  height: number
  facing: number | null
  wounds: number
  max_wounds: number
  status: { key: string; label: string }[]
  group: string | null
  on_table: boolean
  look: string
  leader: boolean
  /** Done for this round, still to act, or nothing of the kind. */
  acted: boolean | null
  /** The key of the piece it rides in. */
  aboard: string
  /** From where which of its armour is struck. */
  zones: { label: string; points: Point[] }[]
}

export interface Link {
  group: string
  name?: string
  ends: [Point, Point]
  holds: boolean
}

export interface Marker {
  key: string
  kind: string
  label: string
  x: number
  y: number
  radius: number
  at: Point | null
  side: number | null
  points: number[]
}

export interface View {
  round: number
  rounds: number
  /** What a round is called. */
  round_name: string
  phase: string
  active: number | null
  active_model: string | null
  players: PlayerView[]
  models: Model[]
  markers: Marker[]
  panels: Panel[]
  mission: Mission | null
  hands: Hand[]
  links: Link[]
}

export const DEFAULT_HEX_RADIUS = 0.34

export function completeTable(raw: Shapes['TableScene']): Table {
  return {
    kind: raw.kind,
    unit: raw.unit,
    width: raw.width,
    depth: raw.depth,
    one_at_a_time: raw.one_at_a_time ?? false,
    parts: (raw.parts ?? []).map((part) => ({
      name: part.name,
      kind: part.kind,
      label: part.label || part.name,
      look: part.look ?? '',
      tells_height: part.tells_height ?? false,
      points: part.points as Point[],
      closed: part.closed ?? true,
      bottom: part.bottom ?? 0,
      top: part.top ?? 0,
      traits: part.traits ?? [],
      notes: part.notes ?? '',
      stretches: (part.stretches ?? []).map((stretch) => ({
        kind: stretch.kind,
        points: stretch.points as Point[],
        label: stretch.label ?? stretch.kind,
      })),
    })),
    zones: (raw.zones ?? []).map((zone) => ({
      key: zone.key,
      label: zone.label,
      side: zone.side ?? null,
      points: (zone.points ?? []) as Point[],
      hexes: (zone.hexes ?? []) as Point[],
    })),
    hexes: (raw.hexes ?? []).map((hex) => ({
      at: hex.at as Point,
      terrain: hex.terrain,
      label: hex.label,
      look: hex.look ?? '',
      cover: hex.cover ?? false,
      road: hex.road ?? false,
      star: hex.star ?? false,
      sector: hex.sector ?? '',
    })),
  }
}

export function completeView(raw: Shapes['TableView']): View {
  return {
    round: raw.round ?? 0,
    rounds: raw.rounds ?? 0,
    round_name: raw.round_name ?? 'Round',
    phase: raw.phase ?? '',
    active: raw.active ?? null,
    active_model: raw.active_model ?? null,
    players: raw.players,
    models: raw.models.map((model) => ({
      key: model.key,
      card: model.card ?? '',
      name: model.name,
      label: model.label ?? '',
      side: model.side,
      x: model.x ?? 0,
      y: model.y ?? 0,
      at: (model.at ?? null) as Point | null,
      radius: model.radius ?? DEFAULT_HEX_RADIUS,
      elevation: model.elevation ?? 0,
      height: model.height ?? 0,
      facing: model.facing ?? null,
      wounds: model.wounds ?? 0,
      max_wounds: model.max_wounds ?? 0,
      status: model.status ?? [],
      group: model.group ?? null,
      on_table: model.on_table ?? true,
      look: model.look ?? '',
      leader: model.leader ?? false,
      acted: model.acted ?? null,
      aboard: model.aboard ?? '',
      zones: (model.zones ?? []) as Model['zones'],
    })),
    markers: (raw.markers ?? []).map((marker) => ({
      key: marker.key,
      kind: marker.kind,
      label: marker.label,
      x: marker.x ?? 0,
      y: marker.y ?? 0,
      radius: marker.radius ?? DEFAULT_HEX_RADIUS,
      at: (marker.at ?? null) as Point | null,
      side: marker.side ?? null,
      points: marker.points ?? [],
    })),
    panels: raw.panels ?? [],
    mission: raw.mission ?? null,
    hands: raw.hands ?? [],
    links: (raw.links ?? []) as Link[],
  }
}
