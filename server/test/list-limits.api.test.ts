import { LISTED } from '@footnote/contract/shared/limits.ts'
import { APPROVALS, SELECTS, TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startProduct } from './product.ts'

const product = await startProduct()
afterAll(() => product.close())
const { db, get, post } = product

/** Copies a row until there are so many. @param changes columns that differ, as JSON in SQL */
const fill = (table: string, id: string, many: number, changes: string) =>
  sql`insert into ${sql.table(table)} select (jsonb_populate_record(t, ${sql.raw(changes)})).*
    from ${sql.table(table)} t, generate_series(2, ${many}::int) where t.id = ${id}`.execute(db)
const NEW_ID = `jsonb_build_object('id', gen_random_uuid())`

test('a company has room for so many collections of a kind, and for more once one is deleted', async () => {
  const owner = await product.person()
  const create = async (kind: 'search' | 'review') =>
    kind === 'search'
      ? await post('/api/create_index', { index_name: 'One more' }, owner)
      : await post('/api/quick-review/create_review_collection', { collection_name: 'One more' }, owner)
  const id = await product.aCollection(owner)
  await fill('collections', id, LISTED.collections, NEW_ID)
  const refused = await create('search')
  expect([refused.status, refused.json.code]).toEqual([409, 'limit_collections'])
  expect((await create('review')).status).toBeLessThan(300)
  await post('/api/delete_index', { id }, owner)
  expect((await create('search')).status).toBeLessThan(300)
})

test('a company has room for so many selects, also when deleted ones come back', async () => {
  const owner = await product.person()
  const create = () => post('/api/selects', { name: 'Best of' }, owner)
  const deleted = (await create()).json.id
  expect((await product.delete(`/api/selects/${deleted}`, owner)).status).toBeLessThan(300)
  const { id } = (await create()).json
  await fill('selects', id, SELECTS.of_company, NEW_ID)
  expect((await create()).json.code).toBe('limit_selects')
  expect((await post(`/api/selects/${deleted}/restore`, {}, owner)).json.code).toBe('limit_selects')
  expect((await post(`/api/selects/${id}/duplicate`, {}, owner)).json.code).toBe('limit_selects')
})

test('a video has room for so many open links', async () => {
  const owner = await product.person()
  const video = await product.aVideo(owner, await product.aCollection(owner, { kind: 'review' }))
  const create = () =>
    post(`/api/sharing_router/create-share-link/${video}`, { permission: 'viewer', expires_in_days: 7 }, owner)
  expect((await create()).status).toBeLessThan(300)
  const items = db.selectFrom('share_link_items').select('link_id').where('video_id', '=', video)
  const { link_id: id } = await items.executeTakeFirstOrThrow()
  const changes = `jsonb_build_object('token_hash', gen_random_uuid(), 'video_id', '${video}')`
  await fill('share_links', id, LISTED.links, `${NEW_ID} || ${changes}`)
  expect((await create()).json.code).toBe('limit_links')
  await db.updateTable('share_links').set({ expires_at: new Date() }).where('id', '=', id).execute()
  expect((await create()).status).toBeLessThan(300)
})

test('the history of a transcript shows the beginning of a long place', async () => {
  const owner = await product.person()
  const id = await product.aVideo(owner, await product.aCollection(owner, { kind: 'review' }), { duration: 60 })
  await db.insertInto('video_stages').values({ video_id: id, stage: 'speech', engine: 'heard-1' }).execute()
  await sql`insert into cues (video_id, engine, number, start_time, end_time, text, language, words)
    values (${id}, 'heard-1', 1, 1, 2, 'word', 'en', '[{"word":"word","start":1,"end":2,"confidence":0.9}]')`.execute(
    db,
  )
  const edits = [{ start_time: 1, end_time: 2, text: 'long '.repeat(200) }]
  expect((await product.put(`/api/transcripts/${id}`, { revision: 0, edits }, owner)).status).toBe(200)
  const [edit] = (await get(`/api/transcripts/${id}/edits`, owner)).json.edits
  const { before, after } = edit.places[0]
  expect(before).toBe('word')
  expect(after).toHaveLength(TRANSCRIPT.place)
  expect(after).toMatch(/^long long .*…$/)
})

test('the log of a review has its newest entries, and its file has all', async () => {
  const owner = await product.person()
  const id = await product.aVideo(owner, await product.aCollection(owner, { kind: 'review' }))
  const after = JSON.stringify({ review_status: 'approved', verdict: 'approved', note: '漢'.repeat(APPROVALS.note) })
  await sql`insert into review_log (video_id, user_id, action, after)
    select ${id}, ${owner.id}, 'verdict', ${after} from generate_series(1, 1000)`.execute(db)
  const { text } = await get(`/api/quick-review/review-log/${id}`, owner)
  expect(Buffer.byteLength(text)).toBeLessThan(APPROVALS.log_bytes + 1_000)
  const { entries } = JSON.parse(text)
  expect(entries.length).toBeGreaterThan(500)
  expect(entries.length).toBeLessThan(1_000)
  const { max } = (
    await sql<{ max: string }>`select max(id)::text as max from review_log where video_id = ${id}`.execute(db)
  ).rows[0]!
  expect(entries.at(-1).id).toBe(max)
  const file = await get(`/api/quick-review/review-log/${id}?format=csv`, owner)
  expect(file.text.match(/\r\n/g)?.length).toBeGreaterThanOrEqual(1_000)
})
