-- A client that got no answer can append the same pieces again: each piece of an addition has its key.
alter table select_items add column idempotency_key text;
create index select_items_added on select_items (selects_id, idempotency_key) where idempotency_key is not null;
