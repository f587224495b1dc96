-- People without an account behind a share link, known by a key of their browser or asked by their address.
create table guests (
  id uuid primary key default gen_random_uuid(),
  -- null once the link has ended; the guest's comments stay
  link_id uuid references share_links (id) on delete set null,
  -- the last one that they gave; a comment keeps the name that it was written with
  name text not null,
  -- of a person for whom the link was made
  email text,
  -- null for a person who was asked by address: the link itself says who they are
  key_hash text,
  created_at timestamptz not null default now(),
  check ((email is null) <> (key_hash is null))
);
-- Partial, so that the end of a link waits for no comment that is being written: PostgreSQL then counts the columns
-- among those that no foreign key needs.
create unique index guests_of_link on guests (link_id, key_hash) where link_id is not null;
create unique index guests_asked on guests (link_id) where email is not null;
create index guests_key on guests (key_hash) where key_hash is not null;

alter table comments add column guest_id uuid references guests (id) on delete set null;

-- A comment did not say through which link it came: the newest one that was there and let its guests comment.
create temporary table written on commit drop as
  select comments.id as comment_id, guest_key_hash as key_hash, guest_name as name, comments.created_at,
    (select share_links.id from share_links
     where share_links.video_id = comments.video_id and share_links.company_id = comments.company_id
       and share_links.permission = 'commenter' and share_links.created_at <= comments.created_at
     order by share_links.created_at desc, share_links.id limit 1) as link_id
  from comments where guest_key_hash is not null;
insert into guests (link_id, key_hash, name, created_at)
  select link_id, key_hash, (array_agg(name order by created_at desc))[1], min(created_at)
  from written group by link_id, key_hash;
update comments set guest_id = guests.id
  from written join guests on guests.key_hash = written.key_hash and guests.link_id is not distinct from written.link_id
  where comments.id = written.comment_id;

drop index comments_guest_key;
create unique index comments_guest_key on comments (video_id, company_id, guest_id, idempotency_key)
  where guest_id is not null and idempotency_key is not null;
create index comments_guest on comments (guest_id) where guest_id is not null;
alter table comments drop column guest_key_hash;
