-- A guest of a link for approving decides, too. The name is the one that readers saw.
alter table verdicts
  add column guest_id uuid references guests (id) on delete set null,
  add column guest_name text check (guest_name is null or user_id is null);
create index verdicts_guest on verdicts (guest_id) where guest_id is not null;

alter table review_log
  add column guest_id uuid references guests (id) on delete set null,
  add column guest_name text check (guest_name is null or user_id is null),
  -- the link that they came by; it may have ended since
  add column link_id uuid;
create index review_log_guest on review_log (guest_id) where guest_id is not null;

-- the version for which they were sent a link
alter table reviewers add column mailed_for uuid;

create or replace function keep_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from videos where id = old.video_id) then return old; end if;
  elsif tg_op = 'UPDATE' then
    if new is distinct from old and to_jsonb(new) - 'user_id' - 'guest_id' = to_jsonb(old) - 'user_id' - 'guest_id'
      and (new.user_id is not distinct from old.user_id
        or new.user_id is null and not exists (select from users where id = old.user_id))
      and (new.guest_id is not distinct from old.guest_id
        or new.guest_id is null and not exists (select from guests where id = old.guest_id)) then return new; end if;
  end if;
  raise exception 'Rows of % are neither changed nor deleted', tg_table_name;
end
$$;
