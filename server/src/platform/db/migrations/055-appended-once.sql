-- A client that got no answer can append the same pieces again. The first piece of an addition keeps its key.
alter table select_items add column idempotency_key text;
create unique index select_items_once on select_items (selects_id, idempotency_key) where idempotency_key is not null;
