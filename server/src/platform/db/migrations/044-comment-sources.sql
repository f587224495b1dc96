-- Where a comment comes from, if it was not written beside the player: see CommentSource in the contract.
alter table comments add column source jsonb check (source ->> 'kind' in ('search', 'import'));
