-- when the thread of a root comment was resolved; null: it is open
alter table comments add column resolved_at timestamptz check (resolved_at is null or depth = 0);
-- who resolved it: a user, or a guest or deleted account by name
alter table comments add column resolved_by uuid references users (id) on delete set null;
alter table comments add column resolved_guest text;
-- the version that it was resolved in
alter table comments add column resolved_in uuid references videos (id) on delete set null;
create index comments_resolved_by on comments (resolved_by) where resolved_by is not null;
create index comments_resolved_in on comments (resolved_in) where resolved_in is not null;
