-- Engines' ids now name the precision of their weights. Results of the old ids move to the new ones.
create temporary table renamed (before text primary key, after text not null) on commit drop;
insert into renamed values
  ('siglip2-base-256-1', 'siglip2-base-16-256-fp32-int8'),
  ('clip-vit-b-32-1', 'clip-vit-b-32-fp32-int8'),
  ('multilingual-e5-small-1', 'multilingual-e5-small-int8');
update video_stages set engine = after from renamed where engine = before;
update due_stages set engine = after from renamed where engine = before;
update vector_engines set engine = after from renamed where engine = before;
update concepts set engine = after from renamed where engine = before;
-- Every indexing machine writes these again when it starts.
delete from engine_choices;

-- Whether to download the models that engines read by default: one answer for all machines.
create table model_answers (
  one boolean primary key default true check (one),
  wanted boolean not null,
  answered_at timestamptz not null default now()
);

-- A model may wait for permission, and shows its size.
delete from model_states;
alter table model_states drop constraint model_states_state_check;
alter table model_states add check (state in ('missing', 'unasked', 'downloading', 'ready', 'failed'));
alter table model_states add column bytes double precision not null;
