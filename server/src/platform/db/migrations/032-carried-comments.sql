-- Places that comments of earlier versions have in a later one. A comment stays one row of its own version.
create table carries (
  comment_id uuid not null references comments (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  -- seconds
  start_time double precision not null check (start_time >= 0),
  end_time double precision check (end_time >= start_time),
  -- who placed it
  user_id uuid references users (id) on delete set null,
  primary key (comment_id, video_id)
);
create index carries_video on carries (video_id);
create index carries_user on carries (user_id);
