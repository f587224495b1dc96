-- A file of a folder is known by its content: whatever its path and time, a collection gets a content once.

alter table imported_files
  -- of its content, in hexadecimal, which is known by now; with whose video it became, and where
  add column sha256 text,
  add column user_id uuid references users (id) on delete set null,
  add column collection_id uuid references collections (id) on delete set null;
create index imported_files_content on imported_files (collection_id, size) where sha256 is not null;
create index imported_files_user on imported_files (user_id) where user_id is not null;
create index videos_content on videos (collection_id, file_size);

-- An upload is joined only with bytes of the same file.
alter table uploads
  -- SHA-256 of both ends of the file, as its sender stated it at the beginning
  add column ends text,
  -- what arrived first and last: [{start, end, sha256}], in bytes, ends exclusive
  add column arrived jsonb;
