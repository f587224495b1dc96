-- Files that count towards a company's storage besides its videos: running uploads, clips, and data exports.

alter table uploads
  -- announced bytes, which the form reserves while in use; null: bytes count as they arrive
  add column file_size bigint,
  -- bytes of the stored file; null: none, as far as is known
  add column stored_bytes bigint,
  -- last use of the form; null after a failed attempt, which ends its reservation
  add column active_at timestamptz,
  -- sent to an object store directly, so that only the store knows what has arrived; uploads from before this was counted
  -- are measured there, too
  add column direct boolean not null default true;
alter table uploads alter column active_at set default now();
alter table uploads alter column direct set default false;
create index uploads_collection on uploads (collection_id);
create index uploads_user on uploads (user_id, active_at);

-- Files that are being received: one row per request, with the bytes that it may write.
create table upload_arrivals (
  id uuid primary key default gen_random_uuid(),
  upload_id uuid not null references uploads (id) on delete cascade,
  bytes bigint not null default 0,
  active_at timestamptz not null default now()
);
create index upload_arrivals_upload on upload_arrivals (upload_id);

-- Clips and data exports. A clip is deleted with its video.
create table requested_files (
  storage_key text primary key,
  company_id uuid not null references companies (id) on delete cascade,
  -- the requester
  user_id uuid references users (id) on delete set null,
  video_id uuid references videos (id) on delete cascade,
  -- null until a file from before this was counted is measured
  bytes bigint,
  created_at timestamptz not null default now()
);
create index requested_files_company on requested_files (company_id);
create index requested_files_user on requested_files (user_id);
create index requested_files_video on requested_files (video_id);

insert into requested_files (storage_key, company_id, user_id, video_id)
select distinct on (n.payload ->> 'storage_key')
  n.payload ->> 'storage_key', coalesce(c.company_id, u.company_id), u.id, v.id
from notifications n
join users u on u.id = n.user_id
left join videos v on v.id::text = n.payload ->> 'video_id'
left join collections c on c.id = v.collection_id
where n.payload ->> 'storage_key' is not null and (n.type = 'DATA_EXPORT' or v.id is not null);
