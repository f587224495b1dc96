-- Number of changes of a video's transcript by people, and of its engine since then.
alter table videos add column transcript_revision integer not null default 0;

-- What one call changed in a transcript, and one undo takes back. They apply in the order of their numbers.
create table transcript_changes (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  video_id uuid not null references videos (id) on delete cascade,
  kind text not null check (kind in ('words', 'replace', 'speaker')),
  -- null: a deleted account
  user_id uuid references users (id) on delete set null,
  at timestamptz not null default clock_timestamp(),
  undone_at timestamptz
);
create index transcript_changes_video on transcript_changes (video_id, number);
create index transcript_changes_user on transcript_changes (user_id) where user_id is not null;

-- The words that replace those of an interval (seconds), whichever engine heard it.
create table transcript_edits (
  change_id uuid not null references transcript_changes (id) on delete cascade,
  position integer not null,
  start_time double precision not null,
  end_time double precision not null check (end_time >= start_time),
  words jsonb not null,
  -- the words that they replaced when the edit was made
  before jsonb not null,
  primary key (change_id, position)
);

-- The line as its engine wrote it, with times, text and words; null: no edit has changed it.
alter table cues add column original jsonb;
