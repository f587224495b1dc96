-- The date that retention counts from where a video came from an older collection; null: the collection's own date.
alter table collections add column retained_from timestamptz;
