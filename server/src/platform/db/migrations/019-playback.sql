-- Whether browsers can play a video. Existing videos keep their state; new ones are checked.
alter table videos
  add column playback text not null default 'READY'
    check (playback in ('UNCHECKED', 'READY', 'PREPARING', 'FAILED')),
  add column playback_error text;
alter table videos alter column playback set default 'UNCHECKED';
