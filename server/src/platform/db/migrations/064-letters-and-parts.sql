-- One way to fold letters: what `plainText` of contract/src/shared/language/letters.ts returns, and no longer what the
-- rules of some version of `unaccent` say. Letters that Unicode does not decompose are listed as there.
do $do$
begin
  -- The locale of the database may know no letters but those of ASCII.
  execute format($create$
create or replace function plain_text(text) returns text language plpgsql immutable parallel safe strict as $body$
declare
  plain text;
begin
  if octet_length($1) = length($1) then return lower($1 collate "C"); end if;
  -- Accents of Latin and Greek letters; in other scripts such marks make other letters.
  plain := regexp_replace(normalize($1, nfkd),
    '([A-Za-z\u00aa-\u02af\u0370-\u03ff\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua722-\ua7ff\uab30-\uab6f])[\u0300-\u036f]+', '\1', 'g');
  if octet_length(plain) = length(plain) then return lower(plain collate "C"); end if;
  plain := lower(regexp_replace(normalize(plain, nfkc),
    '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06dc]', '', 'g') %1$s);
  if plain ~ '[æœßþøđðłıħŧŋĸƀɓƃƈɖɗƌɛƒɠƕɩɨƙƚɲƞƣƥʀƫƭʈʋƴƶǥȡȥȴȵȶȷȸȹⱥȼⱦȿɀʉɇɉɍɏɔəǝɑɣʊʒẜẝỻỽỿʼʻʾ’‘‐ςё]' then
    plain := translate(plain,
      'øđðłıħŧŋĸƀɓƃƈɖɗƌɛƒɠɩɨƙƚɲƞƥʀƫƭʈʋƴƶǥȡȥȴȵȶȷⱥȼⱦȿɀʉɇɉɍɏɔəǝɑɣʊʒẜẝỽỿʼʻʾ’‘‐ςё',
      'oddlihtnqbbbcdddefgiiklnnprtttvyzgdzlntjactszuejryoeeaguzssvy''''''''''-σе');
    if plain ~ '[æœßþƕƣȸȹỻ]' then
      plain := replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
      plain := replace(replace(replace(replace(replace(plain, 'ƕ', 'hv'), 'ƣ', 'oi'), 'ȸ', 'db'), 'ȹ', 'qp'), 'ỻ', 'll');
    end if;
  end if;
  return plain;
end
$body$
$create$, (
    select 'collate pg_catalog.' || quote_ident(collname) from pg_collation
    where collnamespace = 'pg_catalog'::regnamespace and collname in ('pg_c_utf8', 'und-x-icu') and collencoding in (-1, 6)
    order by collname limit 1));
end
$do$;

-- The words of a text for full-text search: parts of words that have hyphens or apostrophes inside, as `partsOf` of
-- contract/src/shared/language/tokens.ts, and after them the same words without these signs.
create function text_parts(text) returns text language plpgsql immutable parallel safe strict as $$
declare
  plain text := plain_text($1);
  compounds text;
begin
  if plain ~ '[^ ][''-][^ ]' then
    select string_agg(translate(compound[1], '''-', ''), ' ') into compounds
      from regexp_matches(plain, '[^\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+(?:(?:-|''(?!(?:s|m|re|ve|ll|d|t)(?![^\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f])))[^\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+)+', 'g') as compound
      where compound[1] ~ '[^0-9''-]';
  end if;
  -- The parser of full-text search takes '-19' and '1.5' for numbers, and reads addresses.
  return translate(plain, $signs$!"#$%&'()*+,./:;<=>?@[\]^_`{|}~-$signs$, repeat(' ', 32)) || coalesce(' ' || compounds, '');
end
$$;

drop view lines;
alter table cues add column parts_tsv tsvector
  generated always as (to_tsvector(text_configuration(language), text_parts(text))) stored;
alter table text_spans add column parts_tsv tsvector
  generated always as (to_tsvector('english', text_parts(text))) stored;
create temporary table changed_lines on commit drop as
  select 'cues' as source, video_id, engine, count(*) as lines from cues where tsvector_to_array(tsv) <> tsvector_to_array(parts_tsv) group by video_id, engine
  union all
  select 'text_spans', video_id, engine, count(*) from text_spans where tsvector_to_array(tsv) <> tsvector_to_array(parts_tsv) group by video_id, engine;
alter table cues drop column tsv;
alter table text_spans drop column tsv;
alter table cues rename column parts_tsv to tsv;
alter table text_spans rename column parts_tsv to tsv;
create view lines as
  select 'cues' as source, video_id, engine, number, start_time, end_time, language, tsv from cues
  union all
  select 'text_spans', video_id, engine, number, start_time, end_time, 'en', tsv from text_spans;

-- Videos that were indexed before are found by the new forms: the words of their lines are counted again where they differ.
do $$
declare
  one record;
  counted bigint := 0;
  total bigint := (select count(*) from changed_lines);
begin
  for one in select source, video_id, engine from changed_lines loop
    perform keep_line_words(one.source, one.video_id, one.engine);
    counted := counted + 1;
    if counted % 1000 = 0 then
      raise info 'The words of % of % videos have been counted again, for search.', counted, total;
    end if;
  end loop;
end
$$;
-- They have the results of the function that was replaced.
reindex index cues_trigrams;
reindex index text_spans_trigrams;
reindex index comments_trigrams;
