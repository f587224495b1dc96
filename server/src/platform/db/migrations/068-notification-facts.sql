-- Notifications of earlier versions get the facts that later ones have.

-- That a guest acted: only the mark after the name said it.
update notifications set payload = payload || '{"is_guest": true}'
  where type in ('COMMENT', 'REPLY', 'VERDICT') and not payload ? 'is_guest' and payload ->> 'actor_name' like '% (guest)';

-- That it reminds of a due date: only its text said it.
update notifications set payload = payload || '{"reminder": true}'
  where type = 'REVIEW_REQUESTED' and not payload ? 'reminder' and payload ->> 'text' = 'Your verdict is due on '
    || to_char((payload ->> 'due_at')::timestamptz at time zone 'UTC', 'FMDD FMMonth YYYY "at" HH24:MI') || ' UTC.';

-- The comment that it is about: one transaction wrote both. A pair of code units that the end of the text cut is a
-- replacement character there.
update notifications set payload = payload || jsonb_build_object('comment_id', comments.id)
  from comments
  where type in ('COMMENT', 'REPLY') and not payload ? 'comment_id' and comments.video_id::text = payload ->> 'video_id'
    and comments.created_at = notifications.created_at
    and starts_with(comments.content, rtrim(payload ->> 'text', U&'\FFFD'));

-- A deletion takes the words out of the notifications about the comment, also where it has moved to another version.
drop index notifications_video;
create index notifications_comment on notifications ((payload ->> 'comment_id')) where type in ('COMMENT', 'REPLY');
