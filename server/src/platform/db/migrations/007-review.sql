-- Links that show one video to their guests. Only a hash of the link's 128 bits is stored.
create table share_links (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references videos (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- the company whose comments it shows: that of the link's maker
  company_id uuid not null references companies (id) on delete cascade,
  token_hash text not null unique,
  permission text not null check (permission in ('viewer', 'commenter')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
create index share_links_video on share_links (video_id, created_at desc);
create index share_links_expiry on share_links (expires_at) where expires_at is not null;

create table comments (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references videos (id) on delete cascade,
  -- the company of the comment: every company sees a sample video with its own comments only
  company_id uuid not null references companies (id) on delete cascade,
  parent_comment_id uuid references comments (id) on delete cascade,
  -- 0 for a root
  depth smallint not null default 0 check (depth between 0 and 3 and (depth = 0) = (parent_comment_id is null)),
  -- the author: a user, or a guest with a share link
  user_id uuid references users (id) on delete cascade,
  guest_name text,
  guest_key_hash text,
  content text not null,
  -- seconds
  start_time double precision not null check (start_time >= 0),
  end_time double precision check (end_time >= start_time),
  is_edited boolean not null default false,
  created_at timestamptz not null default now(),
  check ((user_id is null) <> (guest_name is null))
);
create index comments_timeline on comments (video_id, company_id, start_time, created_at, id) where depth = 0;
create index comments_latest on comments (video_id, company_id, created_at desc, id desc) where depth = 0;
create index comments_replies on comments (parent_comment_id, created_at, id) where depth > 0;
create index comments_user on comments (user_id) where user_id is not null;
create index comments_trigrams on comments using gin (plain_text(content) gin_trgm_ops);
