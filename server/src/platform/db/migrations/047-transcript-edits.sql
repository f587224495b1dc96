-- Number of changes of a video's transcript by people, and of its engine since then.
alter table videos add column transcript_revision integer not null default 0,
  -- the revision that the subtitle file has, once the job that writes it has run
  add column subtitle_revision integer not null default 0;

-- What one call changed in a transcript, and one undo takes back. They apply in the order of their numbers.
create table transcript_changes (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  video_id uuid not null references videos (id) on delete cascade,
  kind text not null check (kind in ('words', 'replace', 'speaker')),
  -- null: a deleted account
  user_id uuid references users (id) on delete set null,
  at timestamptz not null default clock_timestamp(),
  undone_at timestamptz
);
create index transcript_changes_video on transcript_changes (video_id, number);
create index transcript_changes_user on transcript_changes (user_id) where user_id is not null;

-- The words that replace those of an interval (seconds), whichever engine heard it.
create table transcript_edits (
  change_id uuid not null references transcript_changes (id) on delete cascade,
  position integer not null,
  start_time double precision not null,
  end_time double precision not null check (end_time >= start_time),
  words jsonb not null,
  -- the words that they replaced when the edit was made
  before jsonb not null,
  primary key (change_id, position)
);

-- The line as its engine wrote it, with times, text and words; null: no edit has changed it.
alter table cues add column original jsonb;

-- The words of lines (022), kept with less work: an edit changes lines while a person waits. Each word is looked up once,
-- and not once for each line; an update counts a set once, and not before and after.
create or replace function keep_line_words(of_source text, of_video uuid, of_engine text) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  kept integer;
begin
  -- One transaction at a time: words are shared, and a word is deleted with the last line that has it.
  perform pg_advisory_xact_lock(7461936);
  if not exists (select from lines where source = of_source and video_id = of_video and engine = of_engine) then
    delete from line_sets where source = of_source and video_id = of_video and engine = of_engine;
    return;
  end if;
  insert into line_sets as was (video_id, source, engine, lines, numbers, languages, longest)
    select of_video, of_source, of_engine, count(*), max(number) + 1, array_agg(distinct language), max(end_time - start_time)
    from lines where source = of_source and video_id = of_video and engine = of_engine
    on conflict (video_id, source, engine) do update
      set lines = excluded.lines, numbers = excluded.numbers, languages = excluded.languages, longest = excluded.longest
    returning id into kept;
  with cut as materialized (
    select distinct line.language, found.lexeme from lines as line, unnest(line.tsv) as found
    where line.source = of_source and line.video_id = of_video and line.engine = of_engine
  )
  insert into line_words (language, lexeme)
    select language, lexeme from cut
    where not exists (select from line_words as known where known.language = cut.language and known.lexeme = cut.lexeme);
  with cut as materialized (
    select line.language, found.lexeme, string_agg(int4send(line.number), ''::bytea order by line.number) as numbers
    from lines as line, unnest(line.tsv) as found
    where line.source = of_source and line.video_id = of_video and line.engine = of_engine
    group by line.language, found.lexeme
  ), found as materialized (
    select word.id, cut.numbers from cut join line_words as word
      on word.language = cut.language and word.lexeme = cut.lexeme
  ), gone as (
    delete from word_lines where set_id = kept and word_id not in (select id from found)
  )
  insert into word_lines as was (word_id, set_id, numbers)
    select id, kept, numbers from found
    on conflict (word_id, set_id) do update set numbers = excluded.numbers where was.numbers <> excluded.numbers;
end
$$;
create function keep_updated_line_words() returns trigger language plpgsql as $$
begin
  perform keep_line_words(tg_table_name, video_id, engine)
    from (select video_id, engine from before union select video_id, engine from after) as set;
  return null;
end
$$;
drop trigger line_words_updated_from on cues;
drop trigger line_words_updated_to on cues;
drop trigger line_words_updated_from on text_spans;
drop trigger line_words_updated_to on text_spans;
create trigger line_words_updated after update on cues
  referencing old table as before new table as after for each statement execute function keep_updated_line_words();
create trigger line_words_updated after update on text_spans
  referencing old table as before new table as after for each statement execute function keep_updated_line_words();
