-- Lists of pieces of videos in an order.
create table selects (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references companies (id) on delete cascade,
  -- null: a deleted account
  user_id uuid references users (id) on delete set null,
  name text not null,
  note text not null default '',
  revision integer not null default 0,
  -- the versions that were rendered from it
  stack_id uuid references stacks (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  -- for a day after this it can be restored
  deleted_at timestamptz
);
create index selects_company on selects (company_id, changed_at);
create index selects_user on selects (user_id) where user_id is not null;
create index selects_stack on selects (stack_id) where stack_id is not null;

create table select_items (
  id uuid primary key default gen_random_uuid(),
  selects_id uuid not null references selects (id) on delete cascade,
  -- null: taken out, and for a day it can come back
  position integer check ((position is null) = (removed_at is not null)),
  video_id uuid references videos (id) on delete set null,
  -- of the video's file, also after its deletion
  video_name text not null,
  start_frame integer not null check (start_frame >= 0),
  -- exclusive
  end_frame integer not null check (end_frame > start_frame),
  seconds double precision not null,
  note text not null default '',
  source jsonb,
  removed_at timestamptz
);
create index select_items_selects on select_items (selects_id, position);
create index select_items_video on select_items (video_id) where video_id is not null;

-- Renderings that are not finished; the id is that of their request.
create table select_renderings (
  id uuid primary key,
  selects_id uuid not null references selects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- how much of it is done, 0 to 1
  share real not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
create index select_renderings_selects on select_renderings (selects_id);
create index select_renderings_user on select_renderings (user_id);

-- Where each piece of a rendered video comes from; null for every other video.
alter table videos add column source_map jsonb;
