-- A code belongs to the request that it was mailed for: one more request changes nothing of another.
create table requested_codes (
  id uuid primary key,
  purpose text not null check (purpose in ('signup', 'reset', 'email')),
  -- where it was mailed to
  email text not null check (email = lower(email)),
  -- whose address is to be replaced
  user_id uuid references users (id) on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  -- when the request was made; a code that is sent again keeps it
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((purpose = 'email') = (user_id is not null))
);
create index requested_codes_email on requested_codes (email, purpose);
create index requested_codes_user on requested_codes (user_id) where user_id is not null;
-- The newest code to choose a new password is the only one.
create unique index requested_codes_reset on requested_codes (email) where purpose = 'reset';

-- What becomes an account and its company, once the code of the sign-up is typed.
create table signups (
  id uuid primary key references requested_codes (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  company_name text not null,
  password_hash text not null
);

-- An account that was never verified is a sign-up; a code that is on its way stays good.
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
