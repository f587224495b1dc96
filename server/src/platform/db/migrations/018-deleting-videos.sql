-- Read every few seconds while files are fetched: files of a video in deletion are no longer served.
create index videos_deleting on videos (id) where status = 'DELETING';
