-- The language of transcription, chosen for a collection or a video (null: the engine detects it), and the detected one.
alter table collections add column language text;
alter table videos
  add column language_choice text,
  add column language text;
update videos set language = (
  select cues.language from cues join video_stages as done
    on done.video_id = cues.video_id and done.stage = 'speech' and done.engine = cues.engine
  where cues.video_id = videos.id limit 1);

-- PostgreSQL's own text search configuration for a language (BCP 47 tag); without one, words are used unchanged.
create function text_configuration(language text) returns regconfig language sql immutable parallel safe
  as $$ select case language
    when 'ar' then 'pg_catalog.arabic'::regconfig
    when 'ca' then 'pg_catalog.catalan'::regconfig
    when 'da' then 'pg_catalog.danish'::regconfig
    when 'de' then 'pg_catalog.german'::regconfig
    when 'el' then 'pg_catalog.greek'::regconfig
    when 'en' then 'pg_catalog.english'::regconfig
    when 'es' then 'pg_catalog.spanish'::regconfig
    when 'eu' then 'pg_catalog.basque'::regconfig
    when 'fi' then 'pg_catalog.finnish'::regconfig
    when 'fr' then 'pg_catalog.french'::regconfig
    when 'hi' then 'pg_catalog.hindi'::regconfig
    when 'hu' then 'pg_catalog.hungarian'::regconfig
    when 'hy' then 'pg_catalog.armenian'::regconfig
    when 'id' then 'pg_catalog.indonesian'::regconfig
    when 'it' then 'pg_catalog.italian'::regconfig
    when 'lt' then 'pg_catalog.lithuanian'::regconfig
    when 'ne' then 'pg_catalog.nepali'::regconfig
    when 'nl' then 'pg_catalog.dutch'::regconfig
    when 'nn' then 'pg_catalog.norwegian'::regconfig
    when 'no' then 'pg_catalog.norwegian'::regconfig
    when 'pt' then 'pg_catalog.portuguese'::regconfig
    when 'ro' then 'pg_catalog.romanian'::regconfig
    when 'ru' then 'pg_catalog.russian'::regconfig
    when 'sr' then 'pg_catalog.serbian'::regconfig
    when 'sv' then 'pg_catalog.swedish'::regconfig
    when 'ta' then 'pg_catalog.tamil'::regconfig
    when 'tr' then 'pg_catalog.turkish'::regconfig
    when 'yi' then 'pg_catalog.yiddish'::regconfig
    else 'pg_catalog.simple'::regconfig
  end $$;

-- The dictionary that makes its stems.
create function stem_dictionary(language text) returns regdictionary language sql stable parallel safe
  as $$ select case text_configuration(language)
    when 'pg_catalog.simple'::regconfig then 'pg_catalog.simple'
    else 'pg_catalog.' || (select cfgname from pg_catalog.pg_ts_config where oid = text_configuration(language)) || '_stem'
  end::regdictionary $$;

alter table cues
  drop column tsv,
  -- speaker, counted from 1; null if the engine does not distinguish voices
  add column speaker smallint check (speaker > 0);
alter table cues add column tsv tsvector
  generated always as (to_tsvector(text_configuration(language), plain_text(text))) stored;
create index cues_tsv on cues using gin (tsv);
