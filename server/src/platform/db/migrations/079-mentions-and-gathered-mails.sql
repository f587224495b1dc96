-- Members whom a comment mentions.
create table comment_mentions (
  comment_id uuid not null references comments (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (comment_id, user_id)
);
create index comment_mentions_user on comment_mentions (user_id);

-- A deletion takes the words out of all notifications about the comment.
drop index notifications_comment;
create index notifications_comment on notifications ((payload ->> 'comment_id')) where type in ('COMMENT', 'REPLY', 'MENTION');

-- The bell reads the newest of each kind.
drop index notifications_user;
create index notifications_user on notifications (user_id, type, created_at desc);

-- How often a kind is mailed, and the zone in which mails of a day are sent: an IANA name, UTC without one.
alter table notification_settings
  add column digest text not null default 'at_once' check (digest in ('at_once', 'hourly', 'daily'));
alter table users add column time_zone text;

-- Lines of mails that are gathered: one for each notification, and for each comment that a person without an account hears of.
create table waiting_lines (
  id bigint generated always as identity primary key,
  -- Who gets the mail: an account, or an address.
  user_id uuid references users (id) on delete cascade,
  email text,
  -- Encrypted, of an address: the page that its lines lead to, and the address that ends its mails.
  sealed text,
  kind text not null,
  notification_id uuid references notifications (id) on delete cascade,
  comment_id uuid references comments (id) on delete cascade,
  -- Lines with the same reader, pace and video become one mail; hourly and daily mails are about all videos.
  pace text not null check (pace in ('burst', 'hourly', 'daily')),
  video_id uuid,
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- The mail that has it, until that is sent. Lines that come meanwhile are of the next one.
  mail_id uuid,
  constraint waiting_lines_reader check (
    case when user_id is null then num_nulls(email, sealed, comment_id) = 0 and notification_id is null
      else num_nonnulls(email, sealed, comment_id) = 0 and notification_id is not null end)
);
create index waiting_lines_due on waiting_lines (due_at) where mail_id is null;
create index waiting_lines_mail on waiting_lines (mail_id) where mail_id is not null;
create index waiting_lines_user on waiting_lines (user_id);
create index waiting_lines_email on waiting_lines (email) where email is not null;
create index waiting_lines_notification on waiting_lines (notification_id);
create index waiting_lines_comment on waiting_lines (comment_id) where comment_id is not null;
