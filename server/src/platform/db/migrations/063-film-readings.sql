-- The version of the reader that decided a video's times, size and tracks. Videos from before are compared by a job,
-- which notes those that would be read differently now.
alter table videos
  add column reading smallint not null default 0,
  add column reading_note text;
create index videos_to_read on videos (created_at) where status = 'SUCCESS' and reading < 1;
