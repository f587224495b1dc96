-- The file that guests of a link with a watermark in the picture get in place of all others: one for each link, video,
-- text and sound. A row whose link has ended, or which another text or sound has replaced, waits for the removal of its
-- files.
create table marked_copies (
  id uuid primary key default gen_random_uuid(),
  link_id uuid references share_links (id) on delete set null,
  video_id uuid not null references videos (id) on delete cascade,
  text text not null,
  -- videos.sound_choice, with '' for null
  sound_choice text not null,
  state text not null default 'DUE' check (state in ('DUE', 'READY', 'FAILED')),
  storage_key text check ((state = 'READY') = (storage_key is not null)),
  -- its picture for lists
  poster_key text check ((state = 'READY') = (poster_key is not null)),
  bytes bigint,
  -- as in videos, of this file
  frames_differ boolean not null default false,
  -- why it could not be made, for people
  error text,
  created_at timestamptz not null default now(),
  unique (link_id, video_id, text, sound_choice)
);
create index marked_copies_of_video on marked_copies (video_id);
create index marked_copies_due on marked_copies (id) where state = 'DUE';
create index share_links_marked on share_links (id) where watermark = 'in';

-- Open pages of a link ask again when what they show has another watermark.
drop trigger tells_rights on share_links;
create trigger tells_rights
  after update of permission, expires_at, paused_at, pass_version, kind, show_versions, watermark, watermark_text or delete
  on share_links for each row execute function tell_rights('link', 'id');
