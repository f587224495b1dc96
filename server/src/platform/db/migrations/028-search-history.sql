-- People's searches by words, each visible to its owner only: the latest, and the saved ones.
create table past_searches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- null: everything that the person may read
  collection_id uuid references collections (id) on delete cascade,
  query text not null,
  -- search types of the wire, in its order; empty for all
  types text[] not null,
  saved boolean not null default false,
  searched_at timestamptz not null default clock_timestamp()
);
-- Long queries are hashed, since they do not fit into an index entry.
create unique index past_searches_once on past_searches (user_id, collection_id, md5(query), types) nulls not distinct;
create index past_searches_user on past_searches (user_id, saved, searched_at desc);
create index past_searches_collection on past_searches (collection_id);
