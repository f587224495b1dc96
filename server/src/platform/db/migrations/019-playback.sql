-- Whether browsers can play a video. Those that are there are taken to be as they were; new ones are looked at.
alter table videos
  add column playback text not null default 'READY'
    check (playback in ('UNCHECKED', 'READY', 'PREPARING', 'FAILED')),
  add column playback_error text;
alter table videos alter column playback set default 'UNCHECKED';
