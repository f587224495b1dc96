import { randomUUID } from 'node:crypto'
import { type Match, Matches } from '@footnote/contract/nouns/output/search.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startProduct } from '../../../../test/product.ts'

const ENGINE = 'factory'
const cue = <T extends object>(values: T) => ({ ...values, language: 'en', words: JSON.stringify([]) })

const api = await startProduct()
const ada = await api.person()
const { collection_id, video_id } = await api.aCollectionWithVideo(ada)
await fill(video_id)
// A second video with the same content, in deletion.
const deleted_id = await api.aVideo(ada, collection_id, { duration: 10, status: 'DELETING' })
await fill(deleted_id)
afterAll(() => api.close())

/** Stores results of all indexing stages for a video of ten seconds. */
async function fill(id: string): Promise<void> {
  const { db } = api
  const line = { video_id: id, engine: ENGINE }
  await db
    .insertInto('cues')
    .values([
      cue({ ...line, number: 0, start_time: 0.5, end_time: 2.5, text: 'The lighthouse keeper winds the clock.' }),
      cue({ ...line, number: 1, start_time: 6, end_time: 7.5, text: 'Nobody had expected snow that morning.' }),
      // A recogniser may hear to the end of the sound, which may be longer than the picture.
      cue({ ...line, number: 2, start_time: 9, end_time: 11.2, text: 'Goodbye, said the harbour master.' }),
      cue({ ...line, number: 3, start_time: 10.4, end_time: 11.2, text: 'An echo of bagpipes.' }),
    ])
    .execute()
  await db
    .insertInto('text_spans')
    .values([
      { ...line, number: 0, start_time: 1, end_time: 3, text: 'LIGHTHOUSE ROAD 7', confidence: 0.9 },
      { ...line, number: 1, start_time: 5, end_time: 8, text: 'Invoice 4711', confidence: 0.9 },
    ])
    .execute()
  await db.insertInto('shots').values({ video_id: id, number: 0, start_time: 0, end_time: 10 }).execute()
  const samples = await db
    .insertInto('samples')
    .values([0, 2, 4, 6, 8].map((time) => ({ video_id: id, time, shot: 0, thumbnail_key: null })))
    .returning(['id', 'time'])
    .execute()
  await db
    .insertInto('concepts')
    .values(
      samples.map(({ id: sample_id, time }) => ({
        ...line,
        sample_id,
        name: time >= 6 ? 'dog' : 'car',
        kind: 'object',
        confidence: 0.9,
        box: null,
        colours: ['red'],
      })),
    )
    .execute()
  for (const stage of ['speech', 'ocr', 'visual'])
    await db.insertInto('video_stages').values({ video_id: id, stage, engine: ENGINE }).execute()
}

const ask = (query: Record<string, string>, access = ada.access) =>
  fetch(`${api.base}/api/query_index?${new URLSearchParams({ index_id: collection_id, ...query })}`, {
    headers: { authorization: `Bearer ${access}` },
  })
const outcome = async (answer: Response) => [answer.status, (await answer.json()).code]

/** Searches, and checks every match against the contract. */
async function find(query: Record<string, string>): Promise<Match[]> {
  const answer = await ask(query)
  expect(answer.status).toBe(200)
  const { matches } = z.parse(Matches, await answer.json())
  for (const match of matches) {
    expect(match.start_time).toBeGreaterThanOrEqual(0)
    expect(match.end_time).toBeGreaterThan(match.start_time)
    expect(match.end_time).toBeLessThanOrEqual(match.video_duration)
    expect(match.score).toBeGreaterThan(0)
    expect(match.score).toBeLessThanOrEqual(1)
    expect(match.types.length).toBeGreaterThan(0)
    expect(match.text).not.toBe('')
    expect(match.video_id).toBe(video_id)
    for (const { from, to } of match.hits) expect(match.text.slice(from, to)).not.toBe('')
    for (const moment of match.moments) {
      expect(moment.end_time).toBeLessThanOrEqual(match.video_duration)
      expect(moment.end_time).toBeGreaterThan(moment.start_time)
    }
  }
  expect(matches.map(({ score }) => score)).toEqual(matches.map(({ score }) => score).sort((a, b) => b - a))
  return matches
}

test('speech, screen text and objects are found, each by its own type', async () => {
  const [said] = await find({ query: 'snow in the morning', search_type: 'CONVERSATION' })
  expect(said).toMatchObject({ start_time: 6, end_time: 7.5, types: ['speech'] })
  expect(said?.hits.map(({ from, to }) => said.text.slice(from, to))).toContain('snow')
  const [written] = await find({ query: 'invoice 4711', search_type: 'TEXT_IN_VIDEO' })
  expect(written).toMatchObject({ start_time: 5, end_time: 8, types: ['ocr'], text: 'Invoice 4711' })
  const [seen] = await find({ query: 'a red dog', search_type: 'VISUAL' })
  expect(seen).toMatchObject({ start_time: 6, end_time: 10, types: ['visual'] })
})

test('overlapping moments become one match with all its types and moments', async () => {
  const [both] = await find({ query: 'lighthouse' })
  expect(both?.types.toSorted()).toEqual(['ocr', 'speech'])
  expect(
    both?.moments
      .filter(({ matched }) => matched)
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(['ocr', 'speech'])
})

test('a match ends with its video even if its words do not', async () => {
  const [last] = await find({ query: 'goodbye harbour master' })
  expect(last).toMatchObject({ start_time: 9, end_time: 10, video_duration: 10 })
  const texts = (await find({ query: 'an echo of bagpipes' })).map(({ text }) => text)
  expect(texts).not.toContain('An echo of bagpipes.')
})

test('a query without matches finds nothing', async () => {
  expect(await find({ query: 'zebra crossing quasar', search_type: 'CONVERSATION,TEXT_IN_VIDEO' })).toEqual([])
})

test('a query needs words, known types and a temperature from 0 to 1', async () => {
  const refused = [400, 'validation_failed']
  for (const query of [{}, { query: '' }, { query: ' \t' }, { query: 'x'.repeat(501) }, { query: 'a\0' }])
    expect(await outcome(await ask(query as Record<string, string>))).toEqual(refused)
  for (const search_type of ['', 'SOUND', 'VISUAL,', 'visual', 'VISUAL,SOUND', 'toString', '__proto__'])
    expect([search_type, ...(await outcome(await ask({ query: 'snow', search_type })))]).toEqual([
      search_type,
      ...refused,
    ])
  for (const temperature of ['-0.1', '1.1', 'warm', 'NaN', 'Infinity', '1e9'])
    expect(await outcome(await ask({ query: 'snow', temperature }))).toEqual(refused)
})

test('the default temperature is 0.5, and a higher one lets scores fall more slowly', async () => {
  const scores = async (options: object) =>
    (await find({ query: 'snow lighthouse', ...options })).map(({ score }) => score)
  expect(await scores({})).toEqual(await scores({ temperature: '0.5' }))
  const [cold = 0, warm = 0] = [(await scores({ temperature: '0' }))[0], (await scores({ temperature: '1' }))[0]]
  expect(warm).toBeGreaterThan(cold)
})

test('types that the collection lacks are skipped', async () => {
  await api.db.updateTable('collections').set({ audio: false }).where('id', '=', collection_id).execute()
  expect((await find({ query: 'lighthouse' })).map(({ types }) => types)).toEqual([['ocr']])
  expect(await find({ query: 'lighthouse', search_type: 'CONVERSATION' })).toEqual([])
  await api.db.updateTable('collections').set({ audio: true }).where('id', '=', collection_id).execute()
})

test('a stranger finds no such collection, and nobody finds an unknown one', async () => {
  const stranger = await api.person()
  expect(await outcome(await ask({ query: 'snow' }, stranger.access))).toEqual([404, 'not_found'])
  for (const index_id of ['', 'x', randomUUID()])
    expect(await outcome(await ask({ query: 'snow', index_id }))).toEqual([404, 'not_found'])
})

test('everyone searches samples; review collections work like others; expired ones are closed', async () => {
  const stranger = await api.person()
  const set = (values: object) =>
    api.db.updateTable('collections').set(values).where('id', '=', collection_id).execute()
  await set({ kind: 'review' })
  expect((await find({ query: 'snow' })).length).toBeGreaterThan(0)
  await set({ kind: 'search', sample: true, company_id: null, user_id: null })
  expect((await ask({ query: 'snow' }, stranger.access)).status).toBe(200)
  await set({ sample: false, company_id: ada.company_id, user_id: ada.id, created_at: new Date(0) })
  expect(await outcome(await ask({ query: 'snow' }))).toEqual([403, 'collection_expired'])
  await set({ created_at: new Date() })
})

test('at most 200 matches are listed, and the answer says whether there were more', async () => {
  const { collection_id: large, video_id: id } = await api.aCollectionWithVideo(ada)
  await api.db.updateTable('videos').set({ duration: 5_000 }).where('id', '=', id).execute()
  const line = { video_id: id, engine: ENGINE }
  const cues = Array.from({ length: 250 }, (_, number) =>
    cue({ ...line, number, start_time: number * 20, end_time: number * 20 + 2, text: 'A penguin walks by.' }),
  )
  await api.db.insertInto('cues').values(cues).execute()
  await api.db.insertInto('video_stages').values({ video_id: id, stage: 'speech', engine: ENGINE }).execute()
  const { matches, truncated } = z.parse(
    Matches,
    await (await ask({ index_id: large, query: 'penguin', search_type: 'CONVERSATION' })).json(),
  )
  expect([matches.length, truncated]).toEqual([200, true])
  expect(matches.map(({ start_time }) => start_time)).toEqual(Array.from({ length: 200 }, (_, number) => number * 20))
})
