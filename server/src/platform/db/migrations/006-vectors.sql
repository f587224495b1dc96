-- Embedding engines with stored vectors. The first vectors of an engine create two tables of its own:
-- vector_signatures_<number> (narrow: read whole for each search) and vectors_<number> (wide: read for the best candidates).
create table vector_engines (
  engine text primary key,
  number integer generated always as identity unique,
  dimensions integer not null,
  -- float8, little endian: sum of all vectors ever stored, and their number
  sum bytea not null,
  count bigint not null,
  -- float4, little endian: the mean for centring signatures, and the number of vectors in it
  mean bytea not null,
  mean_of bigint not null
);
