-- What pictures look like is compared as vectors are, by signatures first. What was kept before is compared one by one until a worker
-- has stored it as vectors, too.
alter table descriptors add column by_signature boolean not null default false;
create index descriptors_one_by_one on descriptors (video_id) where not by_signature;
