-- The models on each indexing machine. A machine that does not renew its rows is gone.
create table model_states (
  machine text not null,
  name text not null,
  title text not null,
  state text not null check (state in ('missing', 'downloading', 'ready', 'failed')),
  share real not null check (share between 0 and 1),
  detail text,
  updated_at timestamptz not null default now(),
  primary key (machine, name)
);
