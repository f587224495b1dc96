create table collections (
  id uuid primary key default gen_random_uuid(),
  kind text not null default 'search' check (kind in ('search', 'review')),
  sample boolean not null default false,
  company_id uuid references companies (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  name text not null,
  visual boolean not null,
  ocr boolean not null,
  audio boolean not null,
  created_at timestamptz not null default now(),
  check (sample or (company_id is not null and user_id is not null))
);
create index collections_company on collections (company_id, created_at desc);

-- The upload of one file; its id becomes the video's id.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  collection_id uuid not null references collections (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  storage_key text not null,
  file_extension text not null,
  content_type text not null,
  max_bytes bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index uploads_expiry on uploads (expires_at);

create table videos (
  id uuid primary key,
  collection_id uuid not null references collections (id),
  user_id uuid references users (id) on delete set null,
  file_name text not null,
  file_extension text not null,
  file_size bigint not null,
  storage_key text not null,
  rendition_key text,
  thumbnail_key text,
  storyboard_key text,
  -- {columns, count, tile_width, tile_height, interval}
  storyboard jsonb,
  subtitle_key text,
  speech_note text,
  status text not null default 'PENDING',
  status_percentage real not null default 0,
  error text,
  -- seconds
  duration double precision,
  frame_rate_num integer,
  frame_rate_den integer,
  -- times of the frames in seconds when the rate is not constant: float8 little endian
  frame_times bytea,
  width integer,
  height integer,
  created_at timestamptz not null default now()
);
create index videos_collection on videos (collection_id, created_at desc);

-- Finished stages; a retry skips them.
create table video_stages (
  video_id uuid not null references videos (id) on delete cascade,
  stage text not null,
  engine text,
  finished_at timestamptz not null default now(),
  primary key (video_id, stage)
);

-- Seconds of indexed video; they stay when the video is deleted, since a deletion returns no minutes.
create table usage_charges (
  video_id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid,
  file_name text not null,
  seconds double precision not null,
  bytes bigint not null,
  created_at timestamptz not null default now()
);
create index usage_charges_company on usage_charges (company_id, created_at);

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  type text not null,
  -- the subject: {video_id, video_name, storage_key, file_name, error}
  payload jsonb not null,
  -- one notification per request, however often its job runs
  request_id uuid unique,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_user on notifications (user_id, created_at desc);
