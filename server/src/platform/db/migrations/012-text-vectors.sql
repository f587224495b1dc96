-- Spoken lines and screen texts get numbers of their own, so that they can have vectors like samples.
alter table cues add column id bigint generated always as identity unique;
alter table text_spans add column id bigint generated always as identity unique;

-- An engine may embed the rows of several tables, with two tables of its own for each: row ids are no longer those of samples.
alter table vector_engines add column rows_of text not null default 'samples' check (rows_of in ('samples', 'cues', 'text_spans'));
alter table vector_engines alter column rows_of drop default;
alter table vector_engines drop constraint vector_engines_pkey;
alter table vector_engines add primary key (engine, rows_of);
do $$
declare
  made record;
begin
  for made in select number from vector_engines loop
    execute format('alter table vector_signatures_%s rename column sample_id to row_id', made.number);
    execute format('alter table vectors_%s rename column sample_id to row_id', made.number);
  end loop;
end
$$;
