-- What became of a backup: its folder, or the sentence why it failed. `checked_at` and `read_all_at` tell when its
-- tables and new files, and when all of its files were read again.
alter table backups add column folder text;
alter table backups add column error text;
alter table backups add column checked_at timestamptz;
alter table backups add column read_all_at timestamptz;
