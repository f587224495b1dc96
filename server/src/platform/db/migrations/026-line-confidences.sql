-- Confidence of each line of a text, so that people do not see mere guesses. Null for older texts.
alter table text_spans add column line_confidences real[];
