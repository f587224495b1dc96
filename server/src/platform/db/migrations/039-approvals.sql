-- The verdicts on a cut are due at one time, whatever its current version is.
alter table stacks add column due_at timestamptz;

-- How far the review of a version is. It follows from reviewers, verdicts and set_status.
alter table videos
  add column review_status text not null default 'in_progress'
    check (review_status in ('in_progress', 'needs_review', 'changes_requested', 'approved')),
  -- the status that the version began with, or that a keeper set
  add column set_status text not null default 'in_progress'
    check (set_status in ('in_progress', 'needs_review', 'changes_requested', 'approved')),
  -- the last verdict on the version that is older than it
  add column set_after bigint not null default 0;

-- The people who were asked for a verdict. Rows of people who are asked no more stay, since the log names them.
create table reviewers (
  id uuid primary key default gen_random_uuid(),
  stack_id uuid not null references stacks (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  -- of somebody without an account; the address is forgotten when they are asked no more
  email text,
  name text check (name is null or user_id is null),
  asked_by uuid references users (id) on delete set null,
  asked_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- the due date of which they were reminded
  reminded_of timestamptz
);
create unique index reviewers_user_asked on reviewers (stack_id, user_id) where ended_at is null;
create unique index reviewers_email_asked on reviewers (stack_id, email) where ended_at is null;
create index reviewers_user on reviewers (user_id) where user_id is not null;
create index reviewers_asked_by on reviewers (asked_by) where asked_by is not null;

create table verdicts (
  id bigint generated always as identity primary key,
  video_id uuid not null references videos (id) on delete cascade,
  -- null: a deleted account
  user_id uuid references users (id) on delete set null,
  -- the same for all verdicts of one person on one video; it names nobody
  person text not null,
  verdict text not null check (verdict in ('approved', 'changes_requested', 'withdrawn')),
  note text,
  at timestamptz not null default clock_timestamp()
);
create index verdicts_video on verdicts (video_id, id);
create index verdicts_user on verdicts (user_id) where user_id is not null;

create table review_log (
  id bigint generated always as identity primary key,
  video_id uuid not null references videos (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  -- null: a deleted account, or nobody
  user_id uuid references users (id) on delete set null,
  -- nobody acted: it follows from something else
  automatic boolean not null default false,
  action text not null,
  before jsonb,
  after jsonb not null
);
create index review_log_video on review_log (video_id, id);
create index review_log_user on review_log (user_id) where user_id is not null;

-- Rows leave with their video, and forget an account when it is deleted. Nothing else changes them.
create function keep_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from videos where id = old.video_id) then return old; end if;
  elsif tg_op = 'UPDATE' then
    if new.user_id is null and not exists (select from users where id = old.user_id)
      and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' then return new; end if;
  end if;
  raise exception 'Rows of % are neither changed nor deleted', tg_table_name;
end
$$;
create trigger verdicts_kept before update or delete on verdicts for each row execute function keep_review();
create trigger verdicts_not_emptied before truncate on verdicts execute function keep_review();
create trigger review_log_kept before update or delete on review_log for each row execute function keep_review();
create trigger review_log_not_emptied before truncate on review_log execute function keep_review();

-- A new version needs review when people are asked, or when the version before it was reviewed.
create or replace function begin_stack() returns trigger language plpgsql as $$
begin
  insert into stacks (id, collection_id, last_version) values (new.stack_id, new.collection_id, new.version)
    on conflict (id) do nothing;
  if exists (select from reviewers where stack_id = new.stack_id and ended_at is null)
    or (select review_status <> 'in_progress' from videos
        where stack_id = new.stack_id and version < new.version order by version desc limit 1) then
    new.review_status := 'needs_review';
    new.set_status := 'needs_review';
  end if;
  return new;
end
$$;
create function log_version() returns trigger language plpgsql as $$
begin
  insert into review_log (video_id, user_id, action, after)
    values (new.id, new.user_id, 'version', jsonb_build_object('review_status', new.review_status));
  return null;
end
$$;
create trigger videos_log_version after insert on videos for each row
  when (new.review_status <> 'in_progress') execute function log_version();
