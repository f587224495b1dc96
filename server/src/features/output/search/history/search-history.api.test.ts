import { ALL_COLLECTIONS } from '@footnote/contract/nouns/output/search.ts'
import { PAST_SEARCHES } from '@footnote/contract/shared/limits.ts'
import { afterAll, expect, test } from 'vitest'
import type { Person } from '../../../../../../seed/rows/senders.ts'
import { daysAgo, NIL } from '../../../../../test/product.ts'
import { startTeam } from '../../../../../test/team.ts'
import { createKey } from '../../../identity/api-keys/commands.ts'

const { server, owner, colleague, stranger } = await startTeam()
await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', colleague.id).execute()
const collection = await server.aCollection(owner)
afterAll(() => server.close())

const remember = (query: unknown, who?: Person, index_id = collection, types?: unknown) =>
  server.post('/api/search_history', { index_id, query, ...(types === undefined ? {} : { types }) }, who)
const save = (id: string, saved: unknown, who?: Person) => server.post(`/api/search_history/${id}/save`, { saved }, who)
const list = async (who: Person) => (await server.get('/api/search_history', who)).json.searches
const queries = async (who: Person): Promise<string[]> => (await list(who)).map(({ query }: { query: string }) => query)
const fresh = () => server.person(owner)

test('a search is stored with its collection and types, newest first; a repeated one moves up', async () => {
  const person = await fresh()
  const answer = await remember(' a red boat ', person, collection, ['TEXT_IN_VIDEO', 'VISUAL'])
  expect(answer.json).toEqual({
    id: expect.any(String),
    index_id: collection,
    collection_name: 'Matches',
    query: 'a red boat',
    types: ['VISUAL', 'TEXT_IN_VIDEO'],
    saved: false,
    searched_at: expect.any(String),
  })
  await remember('the ferry', person)
  await remember('a red boat', person, collection, ['VISUAL', 'TEXT_IN_VIDEO'])
  expect(await queries(person)).toEqual(['a red boat', 'the ferry'])
  await remember('a red boat', person)
  expect(await list(person)).toHaveLength(3)
})

test('nobody sees or changes the searches of others: no colleague, no admin, no API key, nobody', async () => {
  const person = await fresh()
  const { id } = (await remember('what I am paid', person)).json
  expect((await server.get('/api/search_history')).status).toBe(401)
  expect((await remember('x')).status).toBe(401)
  for (const who of [colleague, stranger]) {
    expect(await list(who)).toEqual([])
    expect((await save(id, true, who)).status).toBe(404)
    expect((await server.delete(`/api/search_history/${id}`, who)).status).toBe(404)
    expect((await server.delete('/api/search_history', who)).status).toBe(200)
  }
  const { key } = await createKey(server.db, { user_id: person.id, name: 'Script', scopes: ['read', 'write'] })
  expect((await server.get('/api/search_history', { ...person, access: key })).json.code).toBe('key_refused')
  expect(await queries(person)).toEqual(['what I am paid'])
})

test('the latest are kept up to a limit, saved ones beyond it, and a person deletes one or all', async () => {
  const person = await fresh()
  const { id } = (await remember('kept', person)).json
  expect((await save(id, true, person)).json).toMatchObject({ query: 'kept', saved: true })
  for (let place = 0; place < PAST_SEARCHES.recent + 5; place += 1) await remember(`query ${place}`, person)
  const searches = await list(person)
  expect(searches).toHaveLength(PAST_SEARCHES.recent + 1)
  expect(searches.at(-1)).toMatchObject({ query: 'kept', saved: true })
  expect(searches.at(-2)).toMatchObject({ query: 'query 5', saved: false })
  expect((await server.delete(`/api/search_history/${searches[0].id}`, person)).status).toBe(200)
  expect((await server.delete(`/api/search_history/${searches[0].id}`, person)).status).toBe(404)
  expect((await server.delete('/api/search_history', person)).status).toBe(200)
  expect(await queries(person)).toEqual(['kept'])
  await save(id, false, person)
  expect((await list(person))[0].saved).toBe(false)
})

test('the limit of saved searches holds, also for simultaneous requests', async () => {
  const person = await fresh()
  const rows = Array.from({ length: PAST_SEARCHES.saved - 1 }, (_, place) => ({
    user_id: person.id,
    collection_id: collection,
    query: `saved ${place}`,
    types: [],
    saved: true,
  }))
  await server.db.insertInto('past_searches').values(rows).execute()
  const ids = [(await remember('one', person)).json.id, (await remember('two', person)).json.id]
  const answers = await Promise.all(ids.map((id) => save(id, true, person)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.json.code).toBe('limit_searches')
})

test('only searches of readable collections are stored, and only those of searchable ones are shown', async () => {
  const theirs = await server.aCollection(stranger)
  expect((await remember('x', owner, theirs)).status).toBe(404)
  expect((await remember('x', owner, NIL)).status).toBe(404)
  const sample = await server.aCollection(null, { name: 'Sample' })
  expect((await remember('in the sample', stranger, sample)).status).toBe(200)
  await remember('in an old one', stranger, theirs)
  expect(await queries(stranger)).toEqual(['in an old one', 'in the sample'])
  await server.db
    .updateTable('collections')
    .set({ created_at: daysAgo(31) })
    .where('id', '=', theirs)
    .execute()
  expect(await queries(stranger)).toEqual(['in the sample'])
})

test('a search of all collections is stored beside the same words in one collection', async () => {
  const person = await fresh()
  const answer = await remember('a red boat', person, ALL_COLLECTIONS)
  expect(answer.json).toMatchObject({ index_id: 'all', collection_name: null, query: 'a red boat' })
  await remember('a red boat', person)
  await remember('a red boat', person, ALL_COLLECTIONS)
  expect((await list(person)).map(({ index_id }: { index_id: string }) => index_id)).toEqual(['all', collection])
  expect((await save(answer.json.id, true, person)).json).toMatchObject({ index_id: 'all', saved: true })
})

test('a deleted collection takes its searches along', async () => {
  const person = await fresh()
  const own = await server.aCollection(person)
  await remember('gone with it', person, own)
  await server.post('/api/delete_index', { id: own }, person)
  expect(await queries(person)).toEqual([])
  const left = await server.db.selectFrom('past_searches').select('id').where('collection_id', '=', own).execute()
  expect(left).toEqual([])
})

test('an invalid query or search type is refused', async () => {
  for (const query of ['', '  ', 'x'.repeat(501), 'a\0b', 7, null, undefined, {}])
    expect((await remember(query, owner)).json.code, String(query)).toBe('validation_failed')
  for (const types of ['VISUAL', ['SMELL'], Array.from({ length: 4 }, () => 'VISUAL'), 7])
    expect((await remember('x', owner, collection, types)).json.code).toBe('validation_failed')
  expect((await remember('x'.repeat(500), owner)).status).toBe(200)
  const { id } = (await remember('x', owner)).json
  for (const saved of [undefined, null, 'yes', 1])
    expect((await save(id, saved, owner)).json.code).toBe('validation_failed')
  expect((await save('nonsense', true, owner)).status).toBe(404)
})
