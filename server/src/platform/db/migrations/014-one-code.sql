-- An account has one code per purpose, the newest.
delete from account_codes older using account_codes newer
  where older.user_id = newer.user_id and older.purpose = newer.purpose
    and (older.created_at, older.id) < (newer.created_at, newer.id);
drop index account_codes_user;
create unique index account_codes_user on account_codes (user_id, purpose);
