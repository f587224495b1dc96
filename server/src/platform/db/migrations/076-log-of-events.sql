-- The log of what happens to videos: open pages hear of it, and one that was away goes on where it was. No row refers to its
-- video: an event must not wait for the deletion of another version. Logs of deleted videos are removed every hour.
create table event_logs (
  video_id uuid primary key,
  -- Number of the last event.
  last bigint not null
);
create table events (
  id bigint generated always as identity primary key,
  video_id uuid not null,
  -- Without a gap for each video, in the order of commits. Only the transaction that writes an event sees it without one.
  number bigint,
  name text not null,
  facts jsonb not null,
  created_at timestamptz not null default now(),
  unique (video_id, number)
);
create index events_without_number on events (id) where number is null;
create index events_by_time on events using brin (created_at);

-- The number before the first one: the time, in milliseconds since 1970. So a log that begins again, as after a restore, gives
-- no number for the second time.
create function event_log_begins() returns bigint language sql as $$ select floor(extract(epoch from now()) * 1000)::bigint $$;

-- Numbers all events of a transaction when it commits, one video after the other in the order of their ids: so two transactions
-- hold a log for a moment only, and never wait for each other in a circle.
create function number_events() returns trigger language plpgsql as $$
declare counted record;
begin
  -- The first event of a transaction numbers them all.
  if exists (select from events where id = new.id and number is not null) then return null; end if;
  for counted in select video_id, count(*) as written from events where number is null group by video_id order by video_id loop
    insert into event_logs as l values (counted.video_id, event_log_begins() + counted.written)
      on conflict (video_id) do update set last = l.last + counted.written
      returning l.last - counted.written into counted.written;
    update events set number = counted.written + numbered.place
      from (select id, row_number() over (order by id) as place from events
        where number is null and video_id = counted.video_id) numbered
      where events.id = numbered.id;
    perform pg_notify('footnote_events', json_build_object('video_id', video_id, 'last', last)::text)
      from event_logs where video_id = counted.video_id;
  end loop;
  return null;
end $$;
create constraint trigger numbers_events after insert on events
  deferrable initially deferred for each row execute function number_events();

-- The bell of a person's open pages.
create function tell_notifications() returns trigger language plpgsql as $$
begin
  perform pg_notify('footnote_notifications', case when tg_op = 'DELETE' then old.user_id else new.user_id end::text);
  return null;
end $$;
create trigger tells_notifications after insert or update or delete on notifications
  for each row execute function tell_notifications();
