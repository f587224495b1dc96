-- team: only members of the company see the comment, never a share link
alter table comments add column visibility text not null default 'everyone' check (visibility in ('everyone', 'team'));
-- A reply has the visibility of its thread, so no count of replies can tell of a hidden one.
alter table comments add constraint comments_visibility_key unique (id, visibility);
alter table comments drop constraint comments_parent_comment_id_fkey;
alter table comments add constraint comments_parent_comment_id_fkey
  foreign key (parent_comment_id, visibility) references comments (id, visibility) on delete cascade;
