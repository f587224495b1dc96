import { type Match, Matches } from '@footnote/contract/nouns/output/search.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startProduct } from '../../../../test/product.ts'

const BOARD = ['STAY MAIN', 'Siay SEASQNAL', 'North IPA', 'HOPADILLO IPA', 'Pale Aee', 'double ipas', 'Stout']
const SURE = [0.97, 0.62, 0.98, 0.96, 0.7, 0.95, 0.99]

const api = await startProduct()
const ada = await api.person()
const { collection_id, video_id } = await api.aCollectionWithVideo(ada)
const { db } = api
const line = (number: number, start_time: number, end_time: number) => ({
  video_id,
  engine: 'read',
  number,
  start_time,
  end_time,
})
await db
  .insertInto('text_spans')
  .values([
    { ...line(0, 0, 2), text: BOARD.join('\n'), confidence: 0.88, line_confidences: SURE },
    // Close enough to appear around the first match, but with low confidence.
    { ...line(1, 2, 3), text: 'H ies WO ht', confidence: 0.66, line_confidences: [0.66] },
    { ...line(2, 3, 5), text: 'Last orders, IPA', confidence: 0.94, line_confidences: [0.94] },
    // Recognised before the confidence of each line was stored.
    { ...line(3, 5, 7), text: 'Glasses\nof the house', confidence: 0.9, line_confidences: null },
    { ...line(4, 7, 8), text: 'maule enters', confidence: 0.5, line_confidences: null },
  ])
  .execute()
const said = { language: 'en', words: JSON.stringify([]) }
await db
  .insertInto('cues')
  .values([
    { ...line(0, 0, 2), ...said, text: 'The session IPA stays; the other IPA goes.' },
    { ...line(1, 3, 4), ...said, text: 'And then, an IPA from the north.' },
  ])
  .execute()
for (const stage of ['speech', 'ocr'])
  await db.insertInto('video_stages').values({ video_id, stage, engine: 'read' }).execute()
afterAll(() => api.close())

async function find(query: string, search_type = 'TEXT_IN_VIDEO'): Promise<Match[]> {
  const asked = new URLSearchParams({ index_id: collection_id, query, search_type })
  const { status, json } = await api.get(`/api/query_index?${asked}`, ada)
  expect(status).toBe(200)
  return z.parse(Matches, json).matches
}
const marked = ({ text, hits }: Pick<Match, 'text' | 'hits'>) => hits.map(({ from, to }) => text.slice(from, to))

test('every matching place is marked, in the match and in its surroundings', async () => {
  const [board] = await find('IPA')
  expect(marked(board!)).toEqual(['IPA', 'IPA', 'ipas'])
  const [said] = await find('IPA', 'CONVERSATION')
  expect(marked(said!)).toEqual(['IPA', 'IPA'])
  const around = said!.moments.filter(({ matched }) => !matched)
  expect(around.find(({ text }) => text.startsWith('And then'))).toBeDefined()
  for (const moment of around.filter(({ text }) => /\bIPA\b/.test(text))) expect(marked(moment)).toContain('IPA')
})

test('screen lines with low confidence are left out', async () => {
  const [board] = await find('IPA')
  expect(board!.text).toBe('STAY MAIN\nNorth IPA\nHOPADILLO IPA\ndouble ipas\nStout')
  const texts = board!.moments.map(({ text }) => text)
  expect(texts).toContain('Last orders, IPA')
  expect(texts.join(' ')).not.toMatch(/ies WO|Siay|Aee|maule/)
})

test('they are found all the same, and then shown', async () => {
  const [board] = await find('siay')
  expect([board!.start_time, marked(board!)]).toEqual([0, ['Siay']])
  expect(board!.text).toBe('STAY MAIN\nSiay SEASQNAL\nNorth IPA\nHOPADILLO IPA\ndouble ipas\nStout')
  const [pulp] = await find('maule')
  expect([pulp!.text, marked(pulp!)]).toEqual(['maule enters', ['maule']])
})

test('a screen text without confidences per line is shown whole, or not at all', async () => {
  const [glasses] = await find('glasses')
  expect(glasses!.text).toBe('Glasses\nof the house')
})
