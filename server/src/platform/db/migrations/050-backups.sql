-- Backups and restores. While a backup beats, workers delete no files; a restore is unfinished until its files are in
-- their place.
create table backups (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('backup', 'restore')),
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now(),
  finished_at timestamptz
);
