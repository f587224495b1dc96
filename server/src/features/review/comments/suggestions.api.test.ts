import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { startProduct } from '../../../../test/product.ts'

const server = await startProduct()
const owner = await server.person({ company_id: await server.company('TEAM') })
const stranger = await server.person({ company_id: await server.company('TEAM') })
const collection = await library(owner, [
  'The lighthouse keeper walks home.',
  'Near the lighthouse, the light is harsh',
  'Every lighthouse keeper knows the light',
  'Le café est fermé',
])
afterAll(() => server.close())

/** A collection with these spoken lines, and with another text on the screen. */
async function library(person: Person, said: readonly string[]): Promise<string> {
  const id = await server.aCollection(person, { kind: 'review' })
  const video_id = await server.aVideo(person, id, { duration: 60 })
  const line = (number: number) => ({ video_id, engine: 'test', number, start_time: number, end_time: number + 1 })
  const cues = said.map((text, number) => ({ ...line(number), text, language: 'en', words: JSON.stringify([]) }))
  await server.db.insertInto('cues').values(cues).execute()
  await server.db
    .insertInto('text_spans')
    .values({ ...line(0), text: 'HARBOUR OFFICE', confidence: 0.9 })
    .execute()
  await server.aComment(person, video_id, { content: 'The grading is too warm' })
  return id
}
const ask = (query: string, who: Person | undefined = owner, of = collection) =>
  server.get(`/api/quick-review/comment-suggestions/${of}?query=${encodeURIComponent(query)}`, who)
const suggested = async (query: string): Promise<string[]> => (await ask(query)).json.suggestions

test('completes the typed word from speech, screen and comments, frequent words first', async () => {
  expect((await suggested('ligh')).slice(0, 2)).toEqual(['lighthouse', 'light'])
  expect(await suggested('ligh')).toContain('lighthouse keeper')
  expect(await suggested('harb')).toContain('HARBOUR OFFICE')
  expect(await suggested('grad')).toContain('grading')
})

test('keeps the text before it, and prefers continuations of the whole phrase', async () => {
  expect((await suggested('I would open on the lighthouse kee'))[0]).toBe('I would open on the lighthouse keeper')
  for (const suggestion of await suggested('too wa')) expect(suggestion).toMatch(/^too warm/)
})

test('offers no word of a screen line with low confidence', async () => {
  const id = await server.aCollection(owner, { kind: 'review' })
  const video_id = await server.aVideo(owner, id, { duration: 60 })
  const line = { video_id, engine: 'test', start_time: 0, end_time: 1 }
  await server.db
    .insertInto('text_spans')
    .values([
      { ...line, number: 0, text: 'HARBOUR OFFICE\nHARBXUR 0FFlCE', confidence: 0.7, line_confidences: [0.98, 0.42] },
      { ...line, number: 1, text: 'harbtur noise', confidence: 0.5 },
    ])
    .execute()
  const { suggestions } = (await ask('harb', owner, id)).json
  expect(suggestions).toEqual(['HARBOUR', 'HARBOUR OFFICE'])
})

test('ignores accents and case; a typed capital stays', async () => {
  expect(await suggested('CAFE')).toContain('Café est fermé')
  expect((await suggested('Lighth'))[0]).toBe('Lighthouse')
})

test('finds letters that keyboards lack, and words with signs inside by their parts', async () => {
  const id = await library(owner, [
    'The train to Łódź is late',
    'COVID-19 rules',
    'The follow-up was short',
    'Miss O’Brien sings',
  ])
  const first = async (query: string) => (await ask(query, owner, id)).json.suggestions[0]
  expect(await first('lod')).toBe('Łódź')
  expect(await first('covid 1')).toBe('covid 19')
  expect(await first('covid-1')).toBe('covid-19')
  expect(await first('covi')).toBe('COVID-19')
  expect(await first('foll')).toBe('follow-up')
  expect(await first('follow-u')).toBe('follow-up')
  expect(await first("o'bri")).toBe("o'Brien")
})

test('needs three characters, gives at most eight, and never repeats the typed text', async () => {
  for (const query of ['', 'l', 'li', '  li  ', '...', '%%%', '\\\\\\', "'''"])
    expect(await suggested(query)).toEqual([])
  const many = await library(
    owner,
    Array.from({ length: 40 }, (_, n) => `word${String.fromCharCode(97 + (n % 26))}${n}`),
  )
  expect((await ask('word', owner, many)).json.suggestions).toHaveLength(8)
  expect(await suggested('lighthouse')).not.toContain('lighthouse')
  for (const query of ['(lig', '[lig', 'a+b*lig', 'lig\\m', 'light?']) expect((await ask(query)).status).toBe(200)
  expect((await ask('x'.repeat(501))).status).toBe(400)
})

test('needs a user who may read the collection', async () => {
  expect((await server.get(`/api/quick-review/comment-suggestions/${collection}?query=ligh`)).status).toBe(401)
  expect((await ask('ligh', stranger)).status).toBe(404)
  const theirs = await library(stranger, ['The lightning strikes'])
  expect((await ask('lightn', stranger, theirs)).json.suggestions).toContain('lightning')
  expect(await suggested('lightn')).toEqual([])
})

test('finds its texts by the trigram index', async () => {
  const { rows } = await server.db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction)
    return await sql<Record<string, string>>`
      explain select text from cues where plain_text(text) ~ ${'\\mligh'}`.execute(transaction)
  })
  expect(JSON.stringify(rows)).toContain('cues_trigrams')
})
