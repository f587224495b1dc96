-- Duration of a stage, for estimates, and whether it must run again with the same engine.
alter table video_stages
  -- seconds of work; null for stages from before this was stored
  add column seconds real,
  add column again boolean not null default false,
  -- time of the last request to run again: a run does not answer a request that came during it
  add column asked_at timestamptz;

-- Stages that will run again on indexed videos. A row is deleted when its stage is done or no longer due.
create table due_stages (
  video_id uuid not null references videos (id) on delete cascade,
  stage text not null,
  -- the engine to run it; null if unknown, or if it needs none
  engine text,
  due_since timestamptz not null default now(),
  -- completed share of the current run, and its last sign of life
  share real not null default 0 check (share between 0 and 1),
  worked_on_at timestamptz,
  errors integer not null default 0,
  error text,
  -- failed too often: it waits for a retry by a person, or for another engine
  given_up boolean not null default false,
  primary key (video_id, stage)
);

-- Companies whose videos are currently not indexed again.
create table reindexing_pauses (
  company_id uuid primary key references companies (id) on delete cascade,
  paused_at timestamptz not null default now()
);

-- The chosen engines of each indexing machine. A machine that does not renew its rows is gone.
create table engine_choices (
  machine text not null,
  kind text not null,
  -- null if the machine has none
  engine text,
  name text,
  -- the reason why there is none
  reason text,
  -- [{title, licence}]
  models jsonb not null,
  -- [{id, name, reason}], best first
  passed_over jsonb not null,
  -- seconds per picture in the engine's trial; null without a trial
  seconds_a_sample real,
  updated_at timestamptz not null default now(),
  primary key (machine, kind)
);
