-- Timecode that the file states: number of its first frame, and whether labels skip numbers (drop-frame). Null: the file
-- states none, or it was indexed before this was read.
alter table videos add column timecode_start integer check (timecode_start >= 0);
alter table videos add column timecode_drop boolean check ((timecode_drop is null) = (timecode_start is null));
