-- Who has the page of a video open at this moment. Without a log of changes, because it is of no use after a crash: processes
-- write it again. No row refers to a table that is kept, so nothing waits for these.
create unlogged table presence_processes (
  id uuid primary key,
  renewed_at timestamptz not null default now()
);
create unlogged table presence (
  process_id uuid not null references presence_processes (id) on delete cascade,
  video_id uuid not null,
  company_id uuid not null,
  -- the member, or a code of the guest
  person text not null,
  user_id uuid,
  link_id uuid,
  -- of a guest, for the name that they gave
  key_hash text,
  primary key (process_id, video_id, company_id, person)
);
create index presence_of_video on presence (video_id);

-- Processes with open pages of a video read again who is there.
create function tell_presence() returns trigger language plpgsql as $$
begin
  perform pg_notify('footnote_presence', video_id::text) from (select distinct video_id from changed) as videos;
  return null;
end $$;
create trigger tells_arrivals after insert on presence referencing new table as changed
  for each statement execute function tell_presence();
create trigger tells_departures after delete on presence referencing old table as changed
  for each statement execute function tell_presence();

-- A guest gives their name with the first comment, while others see them already.
create function tell_name_of_guest() returns trigger language plpgsql as $$
begin
  perform pg_notify('footnote_presence', video_id::text)
    from (select distinct video_id from presence where link_id = new.link_id) as videos;
  return null;
end $$;
create trigger tells_name after insert or update of name on guests
  for each row execute function tell_name_of_guest();
