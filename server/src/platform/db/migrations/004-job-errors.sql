-- Attempts of a job that ended in an error. The queue's own count also rises when a worker is killed, which is not an
-- error of the job.
create table job_errors (
  job_id uuid primary key,
  job_name text not null,
  errors integer not null,
  last_error text not null,
  updated_at timestamptz not null default now()
);
