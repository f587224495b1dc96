-- The number that a root comment gets when it is written. It counts in the stack of its video: comments that everybody
-- sees and team-only ones apart, and each company by itself, since companies share the sample films.
alter table comments
  add column number integer check (number > 0),
  -- the stack that gave the number
  add column numbered_in uuid,
  add constraint comments_numbered check (depth = 0 or number is null);

-- The highest number that was given; none is given twice. Without a foreign key to stacks: its check would lock the stack
-- after the video, and a stack that moves to another collection locks them the other way round.
create table comment_numbers (
  stack_id uuid not null,
  company_id uuid not null references companies (id) on delete cascade,
  visibility text not null check (visibility in ('everyone', 'team')),
  last integer not null check (last >= 0),
  primary key (stack_id, company_id, visibility)
);
create index comment_numbers_company on comment_numbers (company_id);
create function forget_comment_numbers() returns trigger language plpgsql as $$
begin
  delete from comment_numbers where stack_id = old.id;
  return null;
end
$$;
create trigger stacks_deleted after delete on stacks for each row execute function forget_comment_numbers();

-- Comments that are there are numbered in the order in which they were written.
create temporary table given_numbers on commit drop as
  select c.id, v.stack_id, c.company_id, c.visibility,
    row_number() over (partition by v.stack_id, c.company_id, c.visibility order by c.created_at, c.id) as number,
    (row_number() over (order by c.id) - 1) / 50000 as part
  from comments c join videos v on v.id = c.video_id where c.depth = 0;
create index on given_numbers (part);
analyze given_numbers;
do $$
declare
  numbered bigint := 0;
  total bigint := (select count(*) from given_numbers);
begin
  for one in 0 .. (total - 1) / 50000 loop
    update comments set number = given.number, numbered_in = given.stack_id
      from given_numbers given where given.id = comments.id and given.part = one;
    numbered := least(total, numbered + 50000);
    if total > 50000 then
      raise info '% of % comments have their numbers.', numbered, total;
    end if;
  end loop;
end
$$;
insert into comment_numbers (stack_id, company_id, visibility, last)
  select stack_id, company_id, visibility, max(number) from given_numbers group by stack_id, company_id, visibility;

-- After the insert, so that a comment that is sent again takes no number.
create function number_comments() returns trigger language plpgsql as $$
begin
  with roots as materialized (
    select added.id, videos.stack_id, company_id, visibility,
      row_number() over (series order by added.created_at, added.place) as place, count(*) over series as together
    from (select *, row_number() over () as place from added) added join videos on videos.id = added.video_id
    where depth = 0
    window series as (partition by videos.stack_id, company_id, visibility)
  ), counted as (
    -- In one order for everybody, so that two transactions wait for each other instead of both.
    insert into comment_numbers as was (stack_id, company_id, visibility, last)
      select distinct stack_id, company_id, visibility, together from roots order by stack_id, company_id, visibility
      on conflict (stack_id, company_id, visibility) do update set last = was.last + excluded.last
      returning stack_id, company_id, visibility, last
  )
  update comments set number = counted.last - together + place, numbered_in = roots.stack_id
    from roots join counted using (stack_id, company_id, visibility) where comments.id = roots.id;
  return null;
end
$$;
create trigger comments_numbered after insert on comments
  referencing new table as added for each statement execute function number_comments();
