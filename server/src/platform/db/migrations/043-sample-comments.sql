-- What each new company finds written on the sample videos. It gets copies, which are its own.
create table sample_comments (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references videos (id) on delete cascade,
  -- seconds
  start_time double precision not null check (start_time >= 0),
  end_time double precision check (end_time >= start_time),
  content text not null,
  shapes jsonb
);
create index sample_comments_video on sample_comments (video_id);
