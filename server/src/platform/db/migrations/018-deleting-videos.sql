-- Asked every few seconds while files are fetched: nothing of a video that is being deleted is answered any more.
create index videos_deleting on videos (id) where status = 'DELETING';
