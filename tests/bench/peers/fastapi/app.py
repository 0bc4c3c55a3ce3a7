"""Battleship over HTTP: the part of Broadside's API that its load generator needs.

The endpoints block the event loop during database calls. Measurements have shown that a thread for each request, or
aiosqlite, is slower: SQLite has one writer, and a second worker uses the other core.
"""

from hashlib import sha256
from hmac import compare_digest
from typing import Annotated, Literal

from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

import models
from models import Game, Seat, Shot

COLUMNS = ROWS = 10
Cell = Annotated[str, Field(pattern="^[A-J]([1-9]|10)$")]

app = FastAPI(title="Battleship")


class Fire(BaseModel):
    type: Literal["fire"]
    cells: Annotated[list[Cell], Field(min_length=1, max_length=1)]


class Actions(BaseModel):
    ruleset: Literal["classic"]
    actions: Annotated[list[Fire], Field(min_length=1, max_length=1)]


class GameHead(BaseModel):
    id: str
    status: str
    to_move: list[int]


class FiredShot(BaseModel):
    seat: int
    cell: str
    hit: bool


class Acted(BaseModel):
    game: GameHead
    shot: FiredShot


class Grid(BaseModel):
    columns: int = COLUMNS
    rows: int = ROWS


class SeenShot(BaseModel):
    cell: str
    hit: bool


class Waters(BaseModel):
    seat: int
    shots: list[SeenShot]


class View(BaseModel):
    grid: Grid = Grid()
    fleet: list[list[str]]
    waters: list[Waters]


class SeatView(BaseModel):
    seat: int
    view: View


class GameView(GameHead):
    view: SeatView


Token = Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]


def find_seats(session: Session, game_id: str, token: HTTPAuthorizationCredentials) -> tuple[Seat, Seat]:
    """Returns the seat of the token, and the other one."""
    seats = session.scalars(select(Seat).where(Seat.game_id == game_id)).all()
    token_hash = sha256(token.credentials.encode()).hexdigest()
    for seat, other in (seats, reversed(seats)) if seats else ():
        if compare_digest(seat.token_hash, token_hash):
            return seat, other
    raise HTTPException(404, "no such game of yours")


def head(game: Game) -> dict:
    to_move = [game.to_move] if game.status == "playing" else []
    return {"id": game.id, "status": game.status, "to_move": to_move}


@app.get("/v1/games/{game_id}")
async def show(game_id: str, token: Token) -> GameView:
    with models.Session() as session:
        seat, _ = find_seats(session, game_id, token)
        shots = session.scalars(select(Shot).where(Shot.game_id == game_id).order_by(Shot.number)).all()
        waters = [
            Waters(
                seat=number,
                # A shot is stored with the grid of the other seat.
                shots=[SeenShot(cell=shot.cell, hit=shot.hit) for shot in shots if shot.seat != number],
            )
            for number in (1, 2)
        ]
        view = SeatView(seat=seat.number, view=View(fleet=seat.fleet, waters=waters))
        return GameView(**head(seat.game), view=view)


@app.post("/v1/games/{game_id}/actions")
async def act(game_id: str, token: Token, actions: Actions) -> Acted:
    cell = actions.actions[0].cells[0]
    with models.Session() as session:
        seat, other = find_seats(session, game_id, token)
        game = seat.game
        if game.status != "playing":
            raise HTTPException(409, "the game is over")
        if game.to_move != seat.number:
            raise HTTPException(409, "it is the other seat's turn")

        # The file is locked during writes, not from the first read.
        session.commit()
        hit = any(cell in ship for ship in other.fleet)
        session.add(Shot(game_id=game_id, number=game.version, seat=seat.number, cell=cell, hit=hit))
        other.cells_afloat -= hit
        if other.cells_afloat == 0:
            game.status = "finished"
        else:
            game.to_move = other.number
        try:
            session.commit()
        except (IntegrityError, StaleDataError):
            raise HTTPException(409, "that cell has been fired at, or the game has moved on") from None
        return Acted(game=GameHead(**head(game)), shot=FiredShot(seat=seat.number, cell=cell, hit=hit))
