-- The words of lines, stored with the lines: a search reads from them which lines have a word, and reads no other lines.

-- An engine's lines of a video.
create table line_sets (
  id integer generated always as identity primary key,
  video_id uuid not null references videos (id) on delete cascade,
  source text not null check (source in ('cues', 'text_spans')),
  engine text not null,
  lines integer not null,
  -- the highest number of a line, plus one
  numbers integer not null,
  -- BCP 47 tags of its lines' languages
  languages text[] not null,
  -- seconds of the longest line
  longest double precision not null,
  unique (video_id, source, engine)
);

-- Every word of some line, as full-text search in the line's language writes it.
create table line_words (
  id integer generated always as identity primary key,
  language text not null,
  lexeme text not null,
  unique (language, lexeme)
);

-- The lines of a set with a word: their numbers, int4 big endian, lowest first.
create table word_lines (
  word_id integer not null,
  set_id integer not null,
  numbers bytea not null
);

-- All pieces of one and of two letters of a word. Trigrams only know the letters of the database's locale.
create function letter_pairs(text) returns text[] language sql immutable parallel safe strict
  as $$ select array_agg(distinct substr($1, place, size)) from generate_series(1, length($1)) as place, generate_series(1, 2) as size $$;

create view lines as
  select 'cues' as source, video_id, engine, number, start_time, end_time, language, tsv from cues
  union all
  select 'text_spans', video_id, engine, number, start_time, end_time, 'en', tsv from text_spans;

-- Updates the stored words of a set after a change of its lines, in the same transaction.
create function keep_line_words(of_source text, of_video uuid, of_engine text) returns void language plpgsql as $$
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
  insert into line_words (language, lexeme)
    select distinct line.language, found.lexeme from lines as line, unnest(line.tsv) as found
    where line.source = of_source and line.video_id = of_video and line.engine = of_engine
      and not exists (select from line_words as known where known.language = line.language and known.lexeme = found.lexeme);
  with found as materialized (
    select word.id, string_agg(int4send(line.number), ''::bytea order by line.number) as numbers
    from lines as line, unnest(line.tsv) as cut, line_words as word
    where line.source = of_source and line.video_id = of_video and line.engine = of_engine
      and word.language = line.language and word.lexeme = cut.lexeme
    group by word.id
  ), gone as (
    delete from word_lines where set_id = kept and word_id not in (select id from found)
  )
  insert into word_lines as was (word_id, set_id, numbers)
    select id, kept, numbers from found
    on conflict (word_id, set_id) do update set numbers = excluded.numbers where was.numbers <> excluded.numbers;
end
$$;

create function keep_changed_line_words() returns trigger language plpgsql as $$
begin
  perform keep_line_words(tg_table_name, video_id, engine) from (select distinct video_id, engine from changed) as set;
  return null;
end
$$;

create function forget_line_words() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7461936);
  delete from line_words where id in (select word_id from gone)
    and not exists (select from word_lines where word_id = line_words.id);
  return null;
end
$$;

do $$
declare
  one record;
  counted bigint := 0;
  said bigint := 0;
  total bigint := (select count(*) from cues) + (select count(*) from text_spans);
begin
  if total >= 100000 then
    raise info 'The words of % lines are being counted, for search. A million lines take some minutes.', total;
  end if;
  alter table word_lines add primary key (word_id, set_id);
  for one in
    select 'cues' as source, video_id, engine, count(*) as lines from cues group by video_id, engine
    union all
    select 'text_spans', video_id, engine, count(*) from text_spans group by video_id, engine
  loop
    perform keep_line_words(one.source, one.video_id, one.engine);
    counted := counted + one.lines;
    if counted - said >= 100000 then
      raise info 'The words of % of % lines have been counted.', counted, total;
      said := counted;
    end if;
  end loop;
end
$$;

alter table word_lines
  add foreign key (word_id) references line_words (id),
  add foreign key (set_id) references line_sets (id) on delete cascade;
create index word_lines_set on word_lines (set_id);
create index line_words_trigrams on line_words using gin (lexeme gin_trgm_ops);
create index line_words_pairs on line_words using gin (letter_pairs(lexeme)) where octet_length(lexeme) > length(lexeme);

create trigger line_words_inserted after insert on cues
  referencing new table as changed for each statement execute function keep_changed_line_words();
create trigger line_words_updated_from after update on cues
  referencing old table as changed for each statement execute function keep_changed_line_words();
create trigger line_words_updated_to after update on cues
  referencing new table as changed for each statement execute function keep_changed_line_words();
create trigger line_words_deleted after delete on cues
  referencing old table as changed for each statement execute function keep_changed_line_words();
create trigger line_words_inserted after insert on text_spans
  referencing new table as changed for each statement execute function keep_changed_line_words();
create trigger line_words_updated_from after update on text_spans
  referencing old table as changed for each statement execute function keep_changed_line_words();
create trigger line_words_updated_to after update on text_spans
  referencing new table as changed for each statement execute function keep_changed_line_words();
create trigger line_words_deleted after delete on text_spans
  referencing old table as changed for each statement execute function keep_changed_line_words();
create trigger line_words_gone after delete on word_lines
  referencing old table as gone for each statement execute function forget_line_words();

-- Finds the surroundings of a match by time.
create index cues_time on cues (video_id, engine, start_time);
create index text_spans_time on text_spans (video_id, engine, start_time);
drop index cues_tsv, text_spans_tsv;
