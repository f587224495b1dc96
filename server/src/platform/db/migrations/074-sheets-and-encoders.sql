-- Where the sheets of a long video's storyboard are, and which of its pictures each of them has. Null for short videos, and
-- for those that were indexed before: they have one picture sheet over the whole film.
alter table videos add column storyboard_sheets jsonb;

-- Which encoder each machine uses that looked for hardware. A machine that does not renew its row is gone.
create table encoders (
  machine text primary key,
  -- what HWACCEL says
  wanted text not null,
  -- works: `kind` encodes; missing: none passed its trial; failed: it passed, and failed at films later
  state text not null check (state in ('works', 'missing', 'failed')),
  kind text check ((state = 'missing') = (kind is null)),
  updated_at timestamptz not null default now()
);
