create table companies (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references companies (id),
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  is_admin boolean not null default false,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
create index users_company on users (company_id);

-- Mailed six-digit codes; only their hashes are stored.
create table account_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verification', 'reset')),
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_codes_user on account_codes (user_id, purpose, created_at desc);

-- One row per refresh token; a family is one session.
create table refresh_tokens (
  token_hash text primary key,
  family uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index refresh_tokens_family on refresh_tokens (family);
create index refresh_tokens_user on refresh_tokens (user_id);

-- Counters of account calls and failures, shared by all API processes.
create table rate_counters (
  key text not null,
  window_start timestamptz not null,
  count integer not null default 0,
  primary key (key, window_start)
);

create table subscriptions (
  company_id uuid primary key references companies (id) on delete cascade,
  plan text not null default 'FREE' check (plan in ('FREE', 'PRO', 'TEAM')),
  status text not null default 'active',
  period_start timestamptz not null default now(),
  period_end timestamptz
);
