-- How long a stage took, for estimates, and whether it is to run again though its engine is the same.
alter table video_stages
  -- of work; null for stages that ran before this was kept
  add column seconds real,
  add column again boolean not null default false,
  -- when it was last asked to run again: what is asked while it runs is not answered by that run
  add column asked_at timestamptz;

-- Stages of indexed videos that are to run again. A row goes when its stage is done or is no longer due.
create table due_stages (
  video_id uuid not null references videos (id) on delete cascade,
  stage text not null,
  -- that is to do it; null where it is not known yet, or none is needed
  engine text,
  due_since timestamptz not null default now(),
  -- of the run under way: how much is done, and the last sign of whoever works on it
  share real not null default 0 check (share between 0 and 1),
  worked_on_at timestamptz,
  errors integer not null default 0,
  error text,
  -- failed too often: it waits until somebody asks for another try, or another engine comes
  given_up boolean not null default false,
  primary key (video_id, stage)
);

-- Companies whose videos are not indexed anew for now.
create table reindexing_pauses (
  company_id uuid primary key references companies (id) on delete cascade,
  paused_at timestamptz not null default now()
);

-- The engines that each machine that indexes has chosen. A row that is not renewed is of a machine that is gone.
create table engine_choices (
  machine text not null,
  kind text not null,
  -- null where the machine has none
  engine text,
  name text,
  -- why there is none
  reason text,
  -- [{title, licence}]
  models jsonb not null,
  -- [{id, name, reason}], best first
  passed_over jsonb not null,
  -- what one picture took when the engine was tried; null where it was not
  seconds_a_sample real,
  updated_at timestamptz not null default now(),
  primary key (machine, kind)
);
