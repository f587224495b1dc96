-- Videos whose file Footnote fetches from an address: a row until the file is complete, also after a failure.

create table video_fetches (
  video_id uuid primary key references videos (id) on delete cascade,
  -- may hold a signature: no log has it, and it goes with the row
  url text not null,
  -- bytes of the file; null until its server says
  file_size bigint,
  -- bytes that are durable
  received bigint not null default 0,
  -- what the storage must know to continue
  store jsonb,
  -- entity tag or time of the last change, by which the file is still the same one
  validator text,
  -- connections in a row that brought nothing new
  tries integer not null default 0,
  -- the run of the job that fetches, or fetched last; a newer one replaces it
  writer uuid,
  active_at timestamptz not null default now()
);
