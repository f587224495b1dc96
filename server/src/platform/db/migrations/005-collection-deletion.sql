-- A deleted collection is hidden at once; its row is deleted with the last of its videos and uploads.
alter table collections add column deleted_at timestamptz;
create unique index uploads_key on uploads (storage_key);
