-- The light copy of a video, for phones and slow lines: which job makes it, and its file. And the bytes of the file that
-- plays instead of the original, for its bits per second; of earlier ones nobody knows.
alter table videos add column light text not null default 'UNDECIDED'
  check (light in ('UNDECIDED', 'DUE', 'ASKED', 'READY', 'FAILED'));
alter table videos add column light_key text check ((light = 'READY') = (light_key is not null));
alter table videos add column light_bytes bigint;
alter table videos add column rendition_bytes bigint;
create index videos_without_light_copy on videos (id) where light in ('DUE', 'ASKED');
