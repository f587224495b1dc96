-- A deleted comment has lost its words and its author. It stays while somebody's answer is below it.
alter table comments add column deleted_at timestamptz;
alter table comments drop constraint comments_check2;
alter table comments add constraint comments_author check (deleted_at is not null or (user_id is null) <> (guest_name is null));
alter table comments add constraint comments_deleted check (
  deleted_at is null
  or (content = '' and user_id is null and guest_name is null and guest_id is null and idempotency_key is null
    and source is null and not has_drawing and not is_edited and resolved_at is null)
);
create index comments_deleted_at on comments (deleted_at) where deleted_at is not null;

-- What a deleted comment has lost, for as long as the deletion can be undone. No answer, event or file reads it.
create table deleted_comments (
  comment_id uuid primary key references comments (id) on delete cascade,
  -- the person who deleted it and may undo that: 'user ID' or 'guest HASH'
  deleted_by text not null,
  -- the author's account, whose end takes the words along
  user_id uuid references users (id) on delete cascade,
  kept jsonb not null
);
create index deleted_comments_user on deleted_comments (user_id) where user_id is not null;

-- No statement about one comment can delete another's words. Checked at the end of a transaction, since the end of a
-- video or company deletes whole threads in several statements.
alter table comments drop constraint comments_parent_comment_id_fkey;
alter table comments add constraint comments_parent_comment_id_fkey
  foreign key (parent_comment_id, visibility) references comments (id, visibility)
  on delete no action deferrable initially deferred;

-- A deletion also takes the words out of the notifications about the comment.
create index notifications_video on notifications ((payload ->> 'video_id')) where type in ('COMMENT', 'REPLY');
