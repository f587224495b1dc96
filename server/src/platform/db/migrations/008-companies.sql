-- Invitations into a company: for one address, used once. Only a hash of the mailed token is stored.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references companies (id) on delete cascade,
  email text not null check (email = lower(email)),
  token_hash text not null unique,
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (company_id, email)
);
create index invitations_email on invitations (email);

alter table subscriptions
  -- the plan after the end of the period, after a downgrade or a cancellation
  add column next_plan text check (next_plan in ('FREE', 'PRO', 'TEAM')),
  add column stripe_customer_id text,
  add column stripe_subscription_id text,
  -- time of Stripe's last applied event: an older one that arrives later is ignored
  add column stripe_event_at timestamptz;
alter table subscriptions add check ((next_plan is null) or (period_end is not null));
create index subscriptions_due on subscriptions (period_end) where next_plan is not null;

-- Applied events of Stripe: each has one effect, however often it is sent.
create table stripe_events (
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  scopes text[] not null check (scopes <@ array['read', 'write'] and cardinality(scopes) > 0),
  key_hash text not null unique,
  prefix text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index api_keys_user on api_keys (user_id, created_at desc);

-- Only choices that differ from the default are stored.
create table notification_settings (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  mail boolean not null,
  primary key (user_id, kind)
);

-- The address of the code, if it is to replace the known one.
alter table account_codes add column email text;
alter table account_codes drop constraint account_codes_purpose_check;
alter table account_codes add check (purpose in ('verification', 'reset', 'email') and (purpose = 'email') = (email is not null));
