-- The versions of one cut. Each version is a whole video; every video belongs to exactly one stack.
create table stacks (
  id uuid primary key default gen_random_uuid(),
  collection_id uuid not null references collections (id),
  -- the highest number that a version has had: numbers are not used again
  last_version integer not null check (last_version > 0),
  created_at timestamptz not null default now(),
  unique (id, collection_id)
);
create index stacks_collection on stacks (collection_id);

-- Each present video gets a stack of its own, with the same id, so that a repeated upgrade has the same rows.
alter table videos add column stack_id uuid, add column version integer not null default 1 check (version > 0);
update videos set stack_id = id;
alter table videos alter column stack_id set not null, alter column stack_id set default gen_random_uuid();
insert into stacks (id, collection_id, last_version, created_at)
  select stack_id, collection_id, 1, created_at from videos;

-- A stack moves to another collection with all its versions.
alter table videos add constraint videos_stack foreign key (stack_id, collection_id)
  references stacks (id, collection_id) on update cascade;
alter table videos add constraint videos_version unique (stack_id, version);

create function begin_stack() returns trigger language plpgsql as $$
begin
  insert into stacks (id, collection_id, last_version) values (new.stack_id, new.collection_id, new.version)
    on conflict (id) do nothing;
  return new;
end
$$;
create trigger videos_begin_stack before insert on videos for each row execute function begin_stack();

create function end_empty_stack() returns trigger language plpgsql as $$
begin
  -- Of two transactions that remove the last two versions, the later one must see what the earlier one did.
  perform from stacks where id = old.stack_id for update;
  delete from stacks where id = old.stack_id and not exists (select from videos where stack_id = old.stack_id);
  return null;
end
$$;
create trigger videos_deleted after delete on videos for each row execute function end_empty_stack();
create trigger videos_left_stack after update of stack_id on videos for each row
  when (old.stack_id <> new.stack_id) execute function end_empty_stack();
