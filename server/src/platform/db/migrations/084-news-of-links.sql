-- Open pages of a link read it again whatever its maker changes, also what takes no right.
drop trigger tells_rights on share_links;
create trigger tells_rights after update of permission, expires_at, paused_at, pass_version, kind, show_versions, name, email_rule,
  download, watermark, watermark_text, message, max_files, max_bytes or delete
  on share_links for each row execute function tell_rights('link', 'id');
