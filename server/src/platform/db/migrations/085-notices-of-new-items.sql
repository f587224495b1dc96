-- A link that is made by this transaction has no page yet that could read it again.
create function tell_rights_of_new_item() returns trigger language plpgsql as $$
begin
  perform pg_notify('footnote_rights', json_build_object('link', id)::text) from share_links
    where id = new.link_id and created_at <> now();
  return null;
end $$;
drop trigger tells_rights on share_link_items;
create trigger tells_rights after update or delete on share_link_items
  for each row execute function tell_rights('link', 'link_id');
create trigger tells_new_item after insert on share_link_items
  for each row execute function tell_rights_of_new_item();
