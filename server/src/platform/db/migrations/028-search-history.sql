-- What people searched for by words, each for themselves: the latest, and those that they saved.
create table past_searches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- null: all that the person may read
  collection_id uuid references collections (id) on delete cascade,
  query text not null,
  -- search types of the wire, in its order; empty where all were asked for
  types text[] not null,
  saved boolean not null default false,
  searched_at timestamptz not null default clock_timestamp()
);
-- Long queries are hashed: an entry of an index has no room for them.
create unique index past_searches_once on past_searches (user_id, collection_id, md5(query), types) nulls not distinct;
create index past_searches_user on past_searches (user_id, saved, searched_at desc);
create index past_searches_collection on past_searches (collection_id);
