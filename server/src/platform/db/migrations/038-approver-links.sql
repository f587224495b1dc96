-- A link whose guests comment and give verdicts.
alter table share_links drop constraint share_links_permission_check;
alter table share_links add check (permission in ('viewer', 'commenter', 'approver'));
