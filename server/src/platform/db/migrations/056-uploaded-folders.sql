-- A folder that is uploaded again leaves out what it has uploaded before: `source` then is the path within that folder.

alter table videos
  -- of the file on the person's device, as its upload had it; null for files that came in another way
  add column fingerprint text;
create index videos_fingerprint on videos (collection_id, fingerprint) where fingerprint is not null;
