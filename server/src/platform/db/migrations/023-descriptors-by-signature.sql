-- Descriptors of pictures are compared like vectors, by signatures first. Older ones are compared one by one until a worker
-- has stored them as vectors, too.
alter table descriptors add column by_signature boolean not null default false;
create index descriptors_one_by_one on descriptors (video_id) where not by_signature;
