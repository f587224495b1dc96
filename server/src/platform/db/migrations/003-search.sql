create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table shots (
  video_id uuid not null references videos (id) on delete cascade,
  number integer not null,
  start_time double precision not null,
  end_time double precision not null,
  primary key (video_id, number)
);

create table samples (
  id bigint generated always as identity primary key,
  video_id uuid not null references videos (id) on delete cascade,
  time double precision not null,
  shot integer not null,
  thumbnail_key text,
  unique (video_id, time)
);

create table concepts (
  sample_id bigint not null references samples (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  engine text not null,
  name text not null,
  kind text not null,
  confidence real not null,
  -- x, y, width, height as shares of the picture; null for a concept of the whole picture
  box real[],
  colours text[]
);
create index concepts_sample on concepts (sample_id);
create index concepts_video on concepts (video_id, name);

create table descriptors (
  sample_id bigint not null references samples (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  engine text not null,
  -- float4 little endian, unit length
  descriptor bytea not null,
  primary key (sample_id, engine)
);
create index descriptors_video on descriptors (video_id);

-- unaccent alone is only stable, since its dictionary could change; an index needs an immutable function.
create function plain_text(text) returns text language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;

create table cues (
  video_id uuid not null references videos (id) on delete cascade,
  engine text not null,
  number integer not null,
  start_time double precision not null,
  end_time double precision not null,
  text text not null,
  language text not null,
  -- [{word, start, end, confidence}]
  words jsonb not null,
  tsv tsvector generated always as (to_tsvector('english', plain_text(text))) stored,
  primary key (video_id, engine, number)
);
create index cues_tsv on cues using gin (tsv);
create index cues_trigrams on cues using gin (plain_text(text) gin_trgm_ops);

create table text_spans (
  video_id uuid not null references videos (id) on delete cascade,
  engine text not null,
  number integer not null,
  start_time double precision not null,
  end_time double precision not null,
  text text not null,
  confidence real not null,
  tsv tsvector generated always as (to_tsvector('english', plain_text(text))) stored,
  primary key (video_id, engine, number)
);
create index text_spans_tsv on text_spans using gin (tsv);
create index text_spans_trigrams on text_spans using gin (plain_text(text) gin_trgm_ops);
