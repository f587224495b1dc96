-- Whose lines of a video people see and search: those of the engine that ran the stage, or those of people.
create table shown_lines (
  video_id uuid not null references videos (id) on delete cascade,
  stage text not null check (stage in ('speech', 'ocr')),
  engine text not null,
  -- people imported or typed them; the engine's own lines stay beside them
  people boolean not null default false,
  primary key (video_id, stage)
);
insert into shown_lines (video_id, stage, engine)
  select video_id, stage, engine from video_stages where stage in ('speech', 'ocr') and engine is not null;

create function show_stage_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.engine is null then
    delete from shown_lines where video_id = old.video_id and stage = old.stage and not people;
  else
    insert into shown_lines as shown (video_id, stage, engine) values (new.video_id, new.stage, new.engine)
      on conflict (video_id, stage) do update set engine = excluded.engine
      where not shown.people and shown.engine <> excluded.engine;
  end if;
  return null;
end
$$;
create trigger shown_lines_added after insert on video_stages
  for each row when (new.stage in ('speech', 'ocr') and new.engine is not null) execute function show_stage_lines();
create trigger shown_lines_updated after update of engine on video_stages
  for each row when (new.stage in ('speech', 'ocr') and new.engine is distinct from old.engine) execute function show_stage_lines();
create trigger shown_lines_deleted after delete on video_stages
  for each row when (old.stage in ('speech', 'ocr')) execute function show_stage_lines();

alter table transcript_changes
  drop constraint transcript_changes_kind_check,
  add constraint transcript_changes_kind_check check (kind in ('words', 'replace', 'speaker', 'subtitles', 'lines')),
  -- the subtitles whose lines it changes; null: the engine's
  add column base uuid references transcript_changes (id) on delete cascade,
  -- of subtitles: name of the file, or title or language of the track
  add column file_name text,
  -- the track of the video's own file
  add column track smallint,
  -- nobody chose the track: it is shown by itself
  add column automatic boolean not null default false,
  -- BCP 47 tag of the lines, for full-text search
  add column language text check ((language is null) = (kind <> 'subtitles')),
  -- names of the speakers of the lines, the first is number 1
  add column speakers text[];
create index transcript_changes_base on transcript_changes (base) where base is not null;

-- Of subtitles, an edit is a line; its speaker, counted from 1.
alter table transcript_edits add column speaker smallint check (speaker > 0);

-- Text tracks in a video's own file, as they were when it was indexed.
create table text_tracks (
  video_id uuid not null references videos (id) on delete cascade,
  number smallint not null,
  language text,
  title text,
  lines integer not null check (lines > 0),
  -- [{start, end, text, speaker}]
  cues jsonb not null,
  primary key (video_id, number)
);
-- Whether the text tracks were read.
alter table videos add column text_tracks_read boolean not null default false;
