-- Open pages of a link to selects ask again when these are deleted, restored, or rendered into another stack.
create function tell_rights_of_selects() returns trigger language plpgsql as $$
begin
  perform pg_notify('footnote_rights', json_build_object('link', link_id)::text)
    from share_link_items where selects_id = new.id;
  return null;
end $$;
create trigger tells_rights after update of stack_id, deleted_at on selects
  for each row execute function tell_rights_of_selects();
