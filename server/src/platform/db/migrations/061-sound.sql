-- The sound tracks of a film and what of them is heard, which one somebody chose to play, and whether the file that
-- plays still has another sound.
alter table videos add column sound jsonb;
alter table videos add column sound_choice text check (sound_choice ~ '^(mix|[1-9][0-9]?)$');
alter table videos add column sound_due boolean not null default false;
create index videos_with_due_sound on videos (id) where sound_due;
-- Whether the pictures of the file that plays were encoded. Of earlier files nobody knows, so that they are again.
alter table videos add column pictures_encoded boolean not null default false;
update videos set pictures_encoded = true where rendition_key is not null;
