-- Seconds up to which a stage of a video that is indexed for the first time has stored what it found; null: it is finished.
alter table video_stages add column until double precision check (until >= 0);

-- Up to where (seconds) a video can be searched in everything that is looked for; null: all of it, or nothing yet.
alter table videos add column searchable_until double precision check (searchable_until > 0);
