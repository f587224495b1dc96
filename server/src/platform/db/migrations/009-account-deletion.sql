-- A collection in deletion outlives its owner and its company until the last of its files is gone.
alter table collections drop constraint collections_check;
alter table collections
  add check (sample or deleted_at is not null or (company_id is not null and user_id is not null)),
  drop constraint collections_company_id_fkey,
  drop constraint collections_user_id_fkey,
  add foreign key (company_id) references companies (id) on delete set null,
  add foreign key (user_id) references users (id) on delete set null;

-- A job removes an upload's files, even after the sender's account was deleted.
alter table uploads alter column user_id drop not null;
alter table uploads drop constraint uploads_user_id_fkey;
alter table uploads add foreign key (user_id) references users (id) on delete set null;
