-- A deleted collection is out of sight at once; its row goes with the last of its videos and uploads.
alter table collections add column deleted_at timestamptz;
create unique index uploads_key on uploads (storage_key);
