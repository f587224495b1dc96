-- Whether the copy of a video that plays lacks frames of its index, because they do not decode.
alter table videos add column frames_differ boolean not null default false;
