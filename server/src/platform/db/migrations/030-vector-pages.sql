-- Signatures of one video's vectors in one set, one after the other. Searches cache them, and check here for changes.
create table vector_pages (
  set_number integer not null references vector_engines (number) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  -- the transaction that wrote the page
  version bigint not null default pg_current_xact_id()::text::bigint,
  -- int8, big endian: row ids of the vectors, in order
  row_ids bytea not null,
  -- sign bits of each vector, the first in the highest bit of each byte, padded to whole bytes
  signatures bytea not null,
  -- float4, little endian: factor for each signature's products; null in pages from before scales were stored
  scales bytea,
  primary key (set_number, video_id)
);
create index vector_pages_video on vector_pages (video_id);
-- Random bits do not compress.
alter table vector_pages alter column signatures set storage external;

do $$
declare
  made record;
begin
  for made in select number from vector_engines where to_regclass('vector_signatures_' || number) is not null loop
    execute format('
      insert into vector_pages (set_number, video_id, row_ids, signatures)
      select %s, video_id, string_agg(int8send(row_id), '''' order by row_id),
        string_agg(substring(bit_send(signature) from 5), '''' order by row_id)
      from vector_signatures_%1$s group by video_id', made.number);
    execute format('drop table vector_signatures_%s', made.number);
  end loop;
end
$$;
