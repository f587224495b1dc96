-- Answers state milliseconds: pages that sort by them have the order of the lists.
alter table comments alter column created_at set default date_trunc('milliseconds', now());
