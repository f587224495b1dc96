-- Engines' ids name the precisions of their weights now. What stands on an engine of before stays: its rows are the new id's.
create temporary table renamed (before text primary key, after text not null) on commit drop;
insert into renamed values
  ('siglip2-base-256-1', 'siglip2-base-16-256-fp32-int8'),
  ('clip-vit-b-32-1', 'clip-vit-b-32-fp32-int8'),
  ('multilingual-e5-small-1', 'multilingual-e5-small-int8');
update video_stages set engine = after from renamed where engine = before;
update due_stages set engine = after from renamed where engine = before;
update vector_engines set engine = after from renamed where engine = before;
update concepts set engine = after from renamed where engine = before;
-- Written again by every machine that indexes when it starts.
delete from engine_choices;

-- Whether the models that engines read by default are downloaded: what somebody answered, once for all machines.
create table model_answers (
  one boolean primary key default true check (one),
  wanted boolean not null,
  answered_at timestamptz not null default now()
);

-- A model may wait until somebody asks for it, and says how much it is.
delete from model_states;
alter table model_states drop constraint model_states_state_check;
alter table model_states add check (state in ('missing', 'unasked', 'downloading', 'ready', 'failed'));
alter table model_states add column bytes double precision not null;
