-- When every link that was made for an asked guest had ended, so that they cannot decide. Null while one works.
alter table reviewers add column link_ended_at timestamptz;

-- A new version needs review when people are asked who can decide, or when the version before it was reviewed.
create or replace function begin_stack() returns trigger language plpgsql as $$
begin
  insert into stacks (id, collection_id, last_version) values (new.stack_id, new.collection_id, new.version)
    on conflict (id) do nothing;
  if exists (select from reviewers where stack_id = new.stack_id and ended_at is null and link_ended_at is null)
    or (select review_status <> 'in_progress' from videos
        where stack_id = new.stack_id and version < new.version order by version desc limit 1) then
    new.review_status := 'needs_review';
    new.set_status := 'needs_review';
  end if;
  return new;
end
$$;
