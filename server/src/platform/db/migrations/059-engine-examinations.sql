-- What engines answered to questions about the sample films: a downloaded one is used once it has passed.

create table engine_examinations (
  engine text not null,
  -- of the engine's files and of the questions: others mean another examination
  fingerprint text not null,
  kind text not null check (kind in ('visual', 'speech', 'ocr', 'text')),
  name text not null,
  state text not null check (state in ('running', 'waits', 'passed', 'refused', 'measured')),
  -- { wrong, of } for each question that was asked, in their order
  answers jsonb not null default '[]',
  before_name text,
  before_wrong integer,
  before_of integer,
  reason text,
  allowed boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (engine, fingerprint)
);
