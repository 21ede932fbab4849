"""All frames of the socket, told apart by their type."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from vanguard.server.wire.messages.asking import (
    Concede,
    GiveAnswer,
    GiveCommand,
    GiveConsent,
    Hello,
    Ping,
    Say,
    SetAutoPass,
    SetChat,
    WantArea,
    WantCompletions,
    WantDraw,
    WantGroup,
    WantMeasure,
    WantOdds,
    WantOtherPlace,
    WantPreview,
    WantRisk,
    WantSight,
    WantSnap,
    WantSuggestion,
    WantUndo,
    WantWays,
    WantWeigh,
    WantWhy,
)
from vanguard.server.wire.messages.replies import (
    Ack,
    AreaShown,
    Completions,
    GroupPlanned,
    Measured,
    OddsShown,
    Pong,
    Previewed,
    RefusedMessage,
    RiskShown,
    SightShown,
    Snapped,
    Suggested,
    WaysShown,
    Weighed,
    WhyShown,
)
from vanguard.server.wire.messages.table import Notices, Presence, Proposals, Said, Thinking, Update, Welcome

MOST_BYTES_IN_A_FRAME = 16 * 1024
ClientMessage = Annotated[
    Hello
    | GiveAnswer
    | GiveCommand
    | WantCompletions
    | WantPreview
    | WantSnap
    | WantWeigh
    | WantArea
    | WantMeasure
    | WantSight
    | WantOdds
    | WantRisk
    | WantUndo
    | GiveConsent
    | WantDraw
    | Concede
    | SetAutoPass
    | WantWhy
    | WantSuggestion
    | WantWays
    | WantGroup
    | WantOtherPlace
    | Say
    | SetChat
    | Ping,
    Field(discriminator="type"),
]
read_client_message: TypeAdapter[Any] = TypeAdapter(ClientMessage)
ServerMessage = Annotated[
    Welcome
    | Update
    | Presence
    | Proposals
    | Notices
    | Thinking
    | Said
    | Ack
    | RefusedMessage
    | Completions
    | Previewed
    | Snapped
    | Weighed
    | AreaShown
    | Measured
    | SightShown
    | OddsShown
    | RiskShown
    | WhyShown
    | Suggested
    | WaysShown
    | GroupPlanned
    | Pong,
    Field(discriminator="type"),
]
