-- Start of the retention when a video came from an older collection; null: the collection's own date.
alter table collections add column retained_from timestamptz;
