-- Seconds of stored results of a stage during a video's first indexing; null: it is finished.
alter table video_stages add column until double precision check (until >= 0);

-- Seconds up to which a video can be searched by all its modalities; null: all of it, or nothing yet.
alter table videos add column searchable_until double precision check (searchable_until > 0);
