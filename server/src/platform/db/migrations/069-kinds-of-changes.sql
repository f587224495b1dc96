-- Databases that went through an earlier form of 066 lack the column, and may have changes of the kind 'lines'.
alter table transcript_changes
  add column if not exists automatic boolean not null default false,
  drop constraint transcript_changes_kind_check;
update transcript_changes set kind = 'words' where kind = 'lines';
alter table transcript_changes
  add constraint transcript_changes_kind_check check (kind in ('words', 'replace', 'speaker', 'subtitles'));
