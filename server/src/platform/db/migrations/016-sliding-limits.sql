-- Sliding windows: times of the last tries, oldest first; never more than the limit.
drop table rate_counters;
create table rate_counters (
  key text primary key,
  taken_at timestamptz[] not null,
  -- expiry of the newest of them
  ends_at timestamptz not null
);
create index rate_counters_end on rate_counters (ends_at);

-- Addresses of an account's sign-ins: the failures of others do not lock these out.
create table sign_in_addresses (
  user_id uuid not null references users (id) on delete cascade,
  -- an IPv4 address, or the /64 of an IPv6 address
  address text not null,
  last_at timestamptz not null,
  primary key (user_id, address)
);
create index sign_in_addresses_age on sign_in_addresses (last_at);

-- Names are one line. Other whitespace in them becomes a blank.
create function pg_temp.one_line(name text) returns text language sql as $$
  select coalesce(nullif(btrim(regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''), '-')
$$;
update users set first_name = pg_temp.one_line(first_name), last_name = pg_temp.one_line(last_name)
  where first_name || last_name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
update signups set first_name = pg_temp.one_line(first_name), last_name = pg_temp.one_line(last_name),
    company_name = pg_temp.one_line(company_name)
  where first_name || last_name || company_name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
update companies set name = pg_temp.one_line(name) where name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
update collections set name = pg_temp.one_line(name) where name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
update api_keys set name = pg_temp.one_line(name) where name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
update comments set guest_name = pg_temp.one_line(guest_name) where guest_name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
update videos set file_name = pg_temp.one_line(file_name) where file_name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
update usage_charges set file_name = pg_temp.one_line(file_name)
  where file_name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
