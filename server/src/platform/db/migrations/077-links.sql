-- A link shows what its rows of share_link_items name. Processes of the version before read video_id, as long as the
-- link asks nothing of its guests; it goes with the next version.
create table share_link_items (
  link_id uuid not null references share_links (id) on delete cascade,
  position integer not null,
  -- one version, for ever
  video_id uuid references videos (id) on delete cascade,
  -- the newest version of a video
  stack_id uuid references stacks (id) on delete cascade,
  -- the newest versions of all videos, also of those that come later
  collection_id uuid references collections (id) on delete cascade,
  -- the newest rendering
  selects_id uuid references selects (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (link_id, position),
  check (num_nonnulls(video_id, stack_id, collection_id, selects_id) = 1)
);
create index share_link_items_video on share_link_items (video_id) where video_id is not null;
create index share_link_items_stack on share_link_items (stack_id) where stack_id is not null;
create index share_link_items_collection on share_link_items (collection_id) where collection_id is not null;
create index share_link_items_selects on share_link_items (selects_id) where selects_id is not null;

alter table share_links
  alter column video_id drop not null,
  add column kind text not null default 'version' check (kind in ('version', 'stack', 'set', 'collection', 'selects')),
  -- what guests read in place of names of files
  add column name text,
  add column password_hash text,
  -- passes and addresses of files that were given before it changed work no more
  add column pass_version integer not null default 0,
  add column email_rule text not null default 'none' check (email_rule in ('none', 'optional', 'required', 'confirmed')),
  -- addresses, and '@' with a domain; empty for everybody
  add column emails_allowed text[] not null default '{}',
  add column max_views integer check (max_views > 0),
  add column views integer not null default 0,
  add column download text not null default 'none' check (download in ('none', 'proxy', 'original')),
  add column watermark text not null default 'none' check (watermark in ('none', 'over', 'in')),
  add column watermark_text text not null default '',
  add column show_versions boolean not null default false,
  add column tell boolean not null default false,
  add column paused_at timestamptz,
  -- AES-256-GCM; null for links that were made before it was kept
  add column token_sealed text;

insert into share_link_items (link_id, position, video_id, created_at)
  select id, 0, video_id, created_at from share_links;

-- A process of the version before makes links without items.
create function add_item_of_link() returns trigger language plpgsql as $$
begin
  insert into share_link_items (link_id, position, video_id) values (new.id, 0, new.video_id);
  return null;
end $$;
create trigger adds_item after insert on share_links
  for each row when (new.video_id is not null) execute function add_item_of_link();

-- Since when a version has been there to replace those below it; null until it can be played.
alter table videos add column replaces_since timestamptz;
update videos set replaces_since = created_at where duration is not null;
create function note_replacing() returns trigger language plpgsql as $$
begin
  new.replaces_since := now();
  return new;
end $$;
create trigger notes_replacing before update of duration, stack_id on videos
  for each row when (new.duration is not null and (old.duration is null or new.stack_id <> old.stack_id))
  execute function note_replacing();
create trigger notes_replacing_at_once before insert on videos
  for each row when (new.duration is not null) execute function note_replacing();

alter table guests
  -- that they gave at a link; proven if they typed a code that was mailed to it
  add column contact_email text,
  add column confirmed_at timestamptz,
  add column seen_at timestamptz;

-- What a guest did by a link. No address is kept: the key of their browser is known as a hash only.
create table share_visits (
  id uuid primary key default gen_random_uuid(),
  link_id uuid not null references share_links (id) on delete cascade,
  key_hash text not null,
  began_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index share_visits_of_link on share_visits (link_id, began_at desc);
create index share_visits_of_guest on share_visits (link_id, key_hash, began_at desc);
create table share_visit_videos (
  visit_id uuid not null references share_visits (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  -- milliseconds that were played, each once
  watched int8multirange not null default '{}',
  downloads integer not null default 0,
  primary key (visit_id, video_id)
);
create index share_visit_videos_of_video on share_visit_videos (video_id);

-- Open pages and streams of a link read their rights again.
drop trigger tells_rights on share_links;
create trigger tells_rights after update of permission, expires_at, paused_at, pass_version, kind, show_versions or delete
  on share_links for each row execute function tell_rights('link', 'id');
create trigger tells_rights after insert or update or delete on share_link_items
  for each row execute function tell_rights('link', 'link_id');
