-- Work that must survive the loss of the queue's tables, which no backup contains.

-- A job that was given up stays here with its input and its last error, so that somebody can retry it.
alter table job_errors
  add column payload jsonb,
  add column given_up_at timestamptz;
create index job_errors_given_up on job_errors (given_up_at) where given_up_at is not null;

-- Jobs that no other row calls for, from their request to their end: mails, requested files, seats.
create table kept_jobs (
  id uuid primary key,
  job_name text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);

-- `reconcile` looks for videos that need a job once a minute.
create index videos_worked_on on videos (status) where status not in ('SUCCESS', 'FAILED', 'OVER_LIMIT', 'ERROR');
create index videos_not_playable_yet on videos (playback) where playback in ('UNCHECKED', 'PREPARING');

do $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  -- Earlier versions called mails for notifications 'mail-notification'.
  insert into kept_jobs (id, job_name, payload, created_at)
    select id, case name when 'mail-notification' then 'send-mail' else name end, data, created_on
    from pgboss.job
    where name in ('send-mail', 'mail-notification', 'make-clip', 'cut-stills', 'export-data', 'pay-seats')
      and state < 'completed' and data is not null
    on conflict do nothing;
  delete from pgboss.job where name = 'mail-notification' and state < 'completed';
end $$;
