import { expect, test } from 'vitest'
import { earlierSchema } from '../../../test/earlier-schema.ts'
import { type Connection, withConnection } from './connections.ts'
import { migrate } from './migrate.ts'

/** Two videos with links and comments of guests, as they were before guests had rows. */
const ROWS = `
  insert into companies (id, name) values ('00000000-0000-4000-8000-000000000001', 'Atelier');
  insert into users (id, company_id, first_name, last_name, email, password_hash, is_admin, verified_at)
    values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'Ada', 'Byron', 'a@example.org', 'hash', true, now());
  insert into collections (id, company_id, user_id, name, visual, ocr, audio)
    values ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'Films', true, true, true);
  insert into videos (id, collection_id, user_id, file_name, file_extension, file_size, storage_key)
    select ('00000000-0000-4000-8000-00000000001' || n)::uuid, '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002', 'Film.mp4', 'mp4', 9, 'files/' || n
    from generate_series(1, 2) n;
  insert into share_links (id, video_id, user_id, company_id, token_hash, permission, created_at)
    select ('00000000-0000-4000-8000-00000000002' || n)::uuid, '00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000002',
      '00000000-0000-4000-8000-000000000001', 'token ' || n, case n when 3 then 'viewer' else 'commenter' end, timestamptz '2026-01-01' + n * interval '10 days'
    from generate_series(1, 3) n;
  insert into comments (video_id, company_id, user_id, guest_name, guest_key_hash, content, start_time, created_at)
    select ('00000000-0000-4000-8000-00000000001' || video)::uuid, '00000000-0000-4000-8000-000000000001', null, name, key, content, 1, day::timestamptz
    from (values
      (1, 'Kim', 'key 1', 'before the second link', '2026-01-15'),
      (1, 'Kim Lee', 'key 1', 'through the second link', '2026-01-22'),
      (1, 'Kimberly', 'key 1', 'a viewer link does not count', '2026-02-05'),
      (1, 'Bo', 'key 2', 'another browser', '2026-01-23'),
      (1, 'Cy', null, 'a browser without a key', '2026-01-23'),
      (2, 'Kim', 'key 1', 'the link of this video has ended', '2026-01-23'),
      (2, 'Kim', 'key 1', 'twice', '2026-01-24')) as written (video, name, key, content, day);
  insert into comments (video_id, company_id, user_id, content, start_time)
    values ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'of a member', 1);
`

const work = <T>(url: string, task: (client: Connection) => Promise<T>) => withConnection(url, 'footnote-test', task)

test('an upgrade makes one guest of each key and link, and leaves every comment as it reads', async () => {
  const url = await earlierSchema('037', ROWS)
  const shown = `select id, content, user_id, guest_name, created_at from comments order by id`
  const before = await work(url, async (client) => (await client.query(shown)).rows)
  await migrate(url)
  await work(url, async (client) => {
    expect((await client.query(shown)).rows).toEqual(before)
    const { rows } = await client.query(`
      select right(guests.link_id::text, 2) as link, key_hash, name, array_agg(content order by comments.created_at) as wrote
      from guests left join comments on guest_id = guests.id group by guests.id order by link, key_hash`)
    expect(rows).toEqual([
      { link: '21', key_hash: 'key 1', name: 'Kim', wrote: ['before the second link'] },
      {
        link: '22',
        key_hash: 'key 1',
        name: 'Kimberly',
        wrote: ['through the second link', 'a viewer link does not count'],
      },
      { link: '22', key_hash: 'key 2', name: 'Bo', wrote: ['another browser'] },
      { link: null, key_hash: 'key 1', name: 'Kim', wrote: ['the link of this video has ended', 'twice'] },
    ])
  })
})
