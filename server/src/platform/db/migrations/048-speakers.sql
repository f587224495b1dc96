-- The names of speakers. A name belongs to intervals of time, so that it outlives the engine that separated the voices.
create table speakers (
  change_id uuid primary key references transcript_changes (id) on delete cascade,
  name text not null,
  -- the name that was shown before; empty: none
  before text not null,
  -- the voice of these intervals has the name wherever it speaks; otherwise only their words have it
  everywhere boolean not null,
  -- pairs of start and end, in seconds, in order
  intervals jsonb not null
);
