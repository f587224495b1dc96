-- Embedding engines that have stored vectors. Each has two tables of its own, made when its first vectors are stored:
-- vector_signatures_<number> (narrow: read whole for each search) and vectors_<number> (wide: read for the best candidates).
create table vector_engines (
  engine text primary key,
  number integer generated always as identity unique,
  dimensions integer not null,
  -- float8, little endian: sum of all vectors ever stored, and how many
  sum bytea not null,
  count bigint not null,
  -- float4, little endian: what signatures are centred on, and how many vectors it is the mean of
  mean bytea not null,
  mean_of bigint not null
);
