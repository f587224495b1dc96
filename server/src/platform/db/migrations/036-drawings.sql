-- What people draw on the picture of a comment. Lists of comments say only that there is a drawing.
create table drawings (
  comment_id uuid primary key references comments (id) on delete cascade,
  shapes jsonb not null
);
alter table comments add column has_drawing boolean not null default false;
