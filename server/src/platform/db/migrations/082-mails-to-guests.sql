-- Proven addresses of guests who chose answers and new versions by mail. The row stays when they end these mails, so that
-- each mail that they got can end them.
create table guest_mails (
  id uuid primary key default gen_random_uuid(),
  link_id uuid not null references share_links (id) on delete cascade,
  email text not null,
  chosen boolean not null,
  -- that of the link when it let the guest in last
  pass_version integer not null,
  created_at timestamptz not null default now(),
  unique (link_id, email)
);

-- Nobody has written lines for an address alone. Processes of the version before read waiting_lines.email, which goes with
-- the next version; they leave out lines of guests.
alter table waiting_lines
  add column guest_mail_id uuid references guest_mails (id) on delete cascade,
  add column new_version_id uuid references videos (id) on delete cascade,
  drop constraint waiting_lines_reader,
  drop column sealed,
  add constraint waiting_lines_reader check (
    case when user_id is null
      then guest_mail_id is not null and num_nonnulls(comment_id, new_version_id) = 1 and num_nonnulls(notification_id, email) = 0
      else num_nonnulls(guest_mail_id, new_version_id, comment_id, email) = 0 and notification_id is not null end);
drop index waiting_lines_email;
create index waiting_lines_guest on waiting_lines (guest_mail_id) where guest_mail_id is not null;
create index waiting_lines_version on waiting_lines (new_version_id) where new_version_id is not null;
