-- Open streams read their rights again when a row changes that decides them, whichever command, cascade or person changed it.
-- A notice names what the row is about, as it was and as it is; equal notices of a transaction are sent once.
create function tell_rights() returns trigger language plpgsql as $$
begin
  perform pg_notify('footnote_rights', json_build_object(tg_argv[0], about)::text)
    from unnest(array[
      case when tg_op <> 'INSERT' then to_jsonb(old) ->> tg_argv[1] end,
      case when tg_op <> 'DELETE' then to_jsonb(new) ->> tg_argv[1] end
    ]) as about
    where about is not null;
  return null;
end $$;

create trigger tells_rights after update of company_id, is_admin or delete on users
  for each row execute function tell_rights('user', 'id');
-- Who has a seat depends on the others.
create trigger tells_seats after insert or update of company_id, is_admin or delete on users
  for each row execute function tell_rights('company', 'company_id');
create trigger tells_rights after update of plan, next_plan, period_end or delete on subscriptions
  for each row execute function tell_rights('company', 'company_id');
create trigger tells_rights after update of revoked_at or delete on refresh_tokens
  for each row execute function tell_rights('user', 'user_id');
create trigger tells_rights after update of scopes or delete on api_keys
  for each row execute function tell_rights('user', 'user_id');
create trigger tells_rights after update of video_id, permission, expires_at or delete on share_links
  for each row execute function tell_rights('link', 'id');
create trigger tells_rights after update of company_id, user_id, sample, retained_from, deleted_at or delete on collections
  for each row execute function tell_rights('collection', 'id');
-- Owners of one version moderate the comments of all. The times of all frames are in the row, so it is not read as a whole.
create function tell_rights_of_stack() returns trigger language plpgsql as $$
begin
  perform pg_notify('footnote_rights', json_build_object('stack', stack_id)::text)
    from unnest(array[old.stack_id, new.stack_id]) as stack_id where stack_id is not null;
  return null;
end $$;
create trigger tells_rights after insert or update of user_id, collection_id, stack_id or delete on videos
  for each row execute function tell_rights_of_stack();
create trigger tells_deletion after update of status on videos
  for each row when (new.status = 'DELETING' and old.status <> 'DELETING') execute function tell_rights_of_stack();
