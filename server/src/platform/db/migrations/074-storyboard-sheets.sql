-- Where the sheets of a long video's storyboard are, and which of its pictures each of them has. Null for short videos, and
-- for those that were indexed before: they have one picture sheet over the whole film.
alter table videos add column storyboard_sheets jsonb;
