-- Fingerprints of samples are vectors of their own set. Samples from before have none until a worker has made them.
alter table samples add column fingerprinted boolean not null default false;
create index samples_without_fingerprint on samples (video_id) where not fingerprinted;
