import { expect, test } from 'vitest'
import { earlierSchema, rowId as id, PERSON_WITH_COLLECTION } from '../../../test/earlier-schema.ts'
import { withConnection } from './connections.ts'
import { migrate } from './migrate.ts'

/** A film with comments. An emoji is where a notification cuts the words of the second one. */
const ROWS = `${PERSON_WITH_COLLECTION}
  insert into videos (id, collection_id, stack_id, user_id, file_name, file_extension, file_size, storage_key)
    values ('${id(11)}', '${id(3)}', '${id(21)}', '${id(2)}', 'Film.mp4', 'mp4', 9, 'files/film');
  insert into comments (id, video_id, company_id, user_id, content, start_time, created_at)
    values ('${id(31)}', '${id(11)}', '${id(1)}', '${id(2)}', 'Too dark', 1, '2026-11-01 10:00:00.123456Z'),
      ('${id(32)}', '${id(11)}', '${id(1)}', '${id(2)}', repeat('x', 199) || '😀 and more', 1, '2026-11-01 11:00:00.123456Z');
`
const TOO_DARK = { video_id: id(11), text: 'Too dark' }
const DUE = { due_at: '2026-12-02T09:05:00.000Z' }
const SENTENCE = { ...DUE, text: 'Your verdict is due on 2 December 2026 at 09:05 UTC.' }

/** Kind, time, facts of earlier versions, and the facts that they get. */
const CASES: [string, string, object, object][] = [
  ['COMMENT', '10:00:00.123456', TOO_DARK, { comment_id: id(31) }],
  ['REPLY', '11:00:00.123456', { video_id: id(11), text: `${'x'.repeat(199)}\uFFFD` }, { comment_id: id(32) }],
  ['COMMENT', '10:00:00.123457', TOO_DARK, {}],
  ['COMMENT', '10:00:00.123456', { ...TOO_DARK, text: 'Imported 2 comments from a file' }, {}],
  ['COMMENT', '10:00:00.123456', { ...TOO_DARK, comment_id: id(9) }, {}],
  ['VERDICT', '12:00', { actor_name: 'Max Member (guest)' }, { is_guest: true }],
  ['VERDICT', '12:00', { actor_name: 'Max Member' }, {}],
  ['COMMENT', '12:00', { actor_name: 'Max Member (guest)', is_guest: false }, {}],
  ['INVITE_ACCEPTED', '12:00', { actor_name: 'Max Member (guest)' }, {}],
  ['REVIEW_REQUESTED', '12:00', SENTENCE, { reminder: true }],
  ['REVIEW_REQUESTED', '12:00', { ...DUE, text: 'Mind the end' }, {}],
  ['REVIEW_REQUESTED', '12:00', { ...DUE, text: null }, {}],
]

test('an upgrade adds the facts to notifications that later versions note themselves', async () => {
  const url = await earlierSchema('068', ROWS)
  await withConnection(url, 'footnote-test', async (client) => {
    for (const [place, [type, time, payload]] of CASES.entries())
      await client.query(
        'insert into notifications (id, user_id, type, payload, created_at) values ($1, $2, $3, $4, $5)',
        [id(100 + place), id(2), type, JSON.stringify(payload), `2026-11-01 ${time}Z`],
      )
  })
  await migrate(url)
  await withConnection(url, 'footnote-test', async (client) => {
    const { rows } = await client.query<{ payload: object }>('select payload from notifications order by id')
    expect(rows.map(({ payload }) => payload)).toEqual(CASES.map(([, , before, added]) => ({ ...before, ...added })))
  })
})
