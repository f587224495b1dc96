-- A box: a link by which people without an account send files into a collection. It shows nothing.
alter table share_links
  drop constraint share_links_kind_check,
  add constraint share_links_kind_check
    check (kind in ('version', 'stack', 'set', 'collection', 'selects', 'box')),
  -- what its maker asks for
  add column message text,
  -- of all senders together
  add column max_files integer check (max_files > 0),
  add column max_bytes bigint check (max_bytes > 0),
  add constraint share_links_box_check
    check (kind <> 'box' or (message is not null and max_files is not null and max_bytes is not null and expires_at is not null));

-- Files that were sent into a box, with those that were taken back. The id is that of the upload, and of the video that
-- it becomes, so what became of a file is known by them.
create table box_files (
  id uuid primary key,
  link_id uuid not null references share_links (id) on delete cascade,
  -- of the sender's browser
  key_hash text not null,
  file_size bigint not null check (file_size > 0),
  begun_at timestamptz not null default now(),
  -- null until its last byte is here
  arrived_at timestamptz,
  -- when the mail to the maker of the box counted it
  told_at timestamptz
);
create index box_files_of_link on box_files (link_id, begun_at);

-- The guest who sent a file through a box; null for a member's.
alter table uploads add column sent_by text;
alter table videos add column sent_by text;

-- Whatever ends a box ends what is under way: nobody can continue it, and a job removes its bytes.
create function close_uploads_of_box() returns trigger language plpgsql as $$
begin
  update uploads set expires_at = 'epoch' where id in (select id from box_files where link_id = old.id);
  return old;
end $$;
create trigger closes_uploads before delete on share_links
  for each row when (old.kind = 'box') execute function close_uploads_of_box();
