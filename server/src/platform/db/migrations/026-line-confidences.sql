-- How sure each line of a text was read, so that people are not shown what was only guessed. Null for texts that were read before.
alter table text_spans add column line_confidences real[];
