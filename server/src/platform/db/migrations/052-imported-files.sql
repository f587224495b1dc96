-- Files that were on the machine or on the web before: what they contain, and which were taken already.

alter table videos
  -- of the uploaded file, in hexadecimal; null until it is validated
  add column sha256 text,
  -- where the file came from: its path within an imported folder; null for an upload
  add column source text;
create index videos_sha256 on videos (sha256) where sha256 is not null;

-- A row outlives its video, so that a file of a deleted video is not taken again.
create table imported_files (
  company_id uuid not null references companies (id) on delete cascade,
  -- absolute
  path text not null,
  -- bytes
  size bigint not null,
  mtime timestamptz not null,
  video_id uuid references videos (id) on delete set null,
  -- why it could not be taken, if it could not
  error text,
  at timestamptz not null default now(),
  primary key (company_id, path)
);
create index imported_files_video on imported_files (video_id) where video_id is not null;
