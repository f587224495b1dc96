-- Uploads that resume (tus): a row without `received` is an upload by a form.

alter table uploads
  add column file_name text,
  -- bytes that are durable
  add column received bigint,
  add column fingerprint text,
  add column relative_path text,
  -- video of which the file becomes the newest version; no reference: its deletion must not wait for the upload
  add column version_of uuid,
  -- what the storage must know to continue
  add column store jsonb,
  -- the request that writes, or wrote last, and until when nobody else may
  add column writer uuid,
  add column writer_until timestamptz;
create index uploads_resumable on uploads (user_id, created_at) where received is not null;
