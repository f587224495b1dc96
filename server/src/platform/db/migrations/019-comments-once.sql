-- A comment that is sent again, since its answer was lost, is found by its key.
alter table comments add column idempotency_key text;
create unique index comments_user_key on comments (video_id, company_id, user_id, idempotency_key)
  where user_id is not null and idempotency_key is not null;
create unique index comments_guest_key on comments (video_id, company_id, guest_key_hash, idempotency_key)
  where guest_key_hash is not null and idempotency_key is not null;
