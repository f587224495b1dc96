-- A code belongs to one request: another request does not change it.
create table requested_codes (
  id uuid primary key,
  purpose text not null check (purpose in ('signup', 'reset', 'email')),
  -- recipient of the code
  email text not null check (email = lower(email)),
  -- account that wants the new address
  user_id uuid references users (id) on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  -- time of the request; sending another code does not change it
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((purpose = 'email') = (user_id is not null))
);
create index requested_codes_email on requested_codes (email, purpose);
create index requested_codes_user on requested_codes (user_id) where user_id is not null;
-- Only the newest code for a new password is valid.
create unique index requested_codes_reset on requested_codes (email) where purpose = 'reset';

-- Data of an account and its company, created when somebody types the code of the sign-up.
create table signups (
  id uuid primary key references requested_codes (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  company_name text not null,
  password_hash text not null
);

-- An account that was never verified becomes a sign-up; its mailed code stays valid.
insert into requested_codes (id, purpose, email, code_hash, tries, expires_at)
  select users.id, 'signup', users.email, coalesce(code_hash, ''), coalesce(tries, 0),
    case when used_at is null and expires_at is not null then expires_at else now() end
  from users left join account_codes on user_id = users.id and purpose = 'verification'
  where verified_at is null;
insert into signups (id, first_name, last_name, company_name, password_hash)
  select users.id, first_name, last_name, companies.name, password_hash
  from users join companies on companies.id = company_id
  where verified_at is null;
drop table account_codes;
alter table requested_codes rename to account_codes;
alter index requested_codes_email rename to account_codes_email;
alter index requested_codes_user rename to account_codes_user;
alter index requested_codes_reset rename to account_codes_reset;

with gone as (delete from users where verified_at is null returning company_id)
  delete from companies using gone
  where companies.id = gone.company_id
    and not exists (select from users where users.company_id = companies.id and verified_at is not null);
alter table users alter verified_at set default now(), alter verified_at set not null;
