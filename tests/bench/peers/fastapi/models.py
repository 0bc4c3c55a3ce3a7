"""The tables, and their SQLite file."""

import os

from sqlalchemy import JSON, ForeignKey, UniqueConstraint, create_engine, event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship, sessionmaker


class Base(DeclarativeBase):
    pass


class Game(Base):
    __tablename__ = "games"

    id: Mapped[str] = mapped_column(primary_key=True)
    status: Mapped[str] = mapped_column(default="playing")
    to_move: Mapped[int] = mapped_column(default=1)
    # A version that each shot increments, for optimistic locking.
    version: Mapped[int] = mapped_column()
    __mapper_args__ = {"version_id_col": version}


class Seat(Base):
    __tablename__ = "seats"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str]
    fleet: Mapped[list[list[str]]] = mapped_column(JSON)
    cells_afloat: Mapped[int]
    game: Mapped[Game] = relationship(lazy="joined", innerjoin=True)


class Shot(Base):
    __tablename__ = "shots"
    __table_args__ = (UniqueConstraint("game_id", "seat", "cell"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    cell: Mapped[str]
    hit: Mapped[bool]


engine = create_engine(f"sqlite:///{os.environ['PEER_DATABASE']}", pool_size=1, max_overflow=0)
Session = sessionmaker(engine, expire_on_commit=False)


@event.listens_for(engine, "connect")
def set_up(connection, _record):
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 10000")
