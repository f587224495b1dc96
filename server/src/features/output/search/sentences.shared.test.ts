import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { expect, test } from 'vitest'
import { model, SAID, startSupport, WRITTEN } from '../../../../test/support-lines.ts'
import { universal_sentence } from '../../../engines/text/universal-sentence.ts'

const { api, elsewhere, stagesOf, find, late, early } = await startSupport()

test('a question finds its answer in other words', async () => {
  const [first] = await find('a billing mistake')
  expect(first).toMatchObject({ video_id: late, text: SAID[1]?.[2], start_time: 10, end_time: 14, types: ['speech'] })
  expect((await find('your money back', { search_type: 'TEXT_IN_VIDEO' }))[0]?.text).toBe(WRITTEN[0]?.[2])
})

test('and in another language', async () => {
  expect((await find('falsche Rechnung'))[0]).toMatchObject({ video_id: late, text: SAID[1]?.[2] })
  expect((await find('Garten im Regen'))[0]).toMatchObject({ text: SAID[5]?.[2] })
})

test('a sentence that is split into two lines is found whole', async () => {
  const cut = (await find('falsche Rechnung')).find(({ start_time }) => start_time === 30)
  expect(cut).toMatchObject({ start_time: 30, end_time: 34, types: ['speech'] })
})

test('a match in the same words comes first, with its words marked and its score High', async () => {
  const [first, ...others] = await find('the invoice is wrong')
  expect(first).toMatchObject({ start_time: 10, text: SAID[1]?.[2] })
  expect(first?.score).toBeGreaterThanOrEqual(SEARCH.high)
  expect(first?.hits.map(({ from, to }) => first.text.slice(from, to))).toEqual(['invoice', 'wrong'])
  for (const { score } of others) expect(score).toBeLessThan(first?.score ?? 0)
})

test('a match by meaning alone is never High, nor is any match for a question without an answer', async () => {
  const [by_meaning] = await find('falsche Rechnung')
  expect(by_meaning?.score).toBeGreaterThan(0.5)
  expect(by_meaning?.score).toBeLessThan(SEARCH.medium)
  for (const query of ['Verspätung im Garten', 'who pays for a late garden party at the embassy', 'zorblax'])
    for (const { score } of await find(query)) expect(score).toBeLessThan(SEARCH.high)
})

test('temperature makes scores fall faster or slower, and keeps their order', async () => {
  const at = async (temperature: string) => await find('a wrong invoice, or a mistake of the railway', { temperature })
  const [cold, middle, hot] = await Promise.all(['0', '0.5', '1'].map(at))
  const starts = (matches: Match[] | undefined) => matches?.map(({ start_time }) => start_time)
  expect(starts(middle)?.length).toBeGreaterThan(1)
  expect(starts(cold)).toEqual(starts(middle))
  expect(starts(hot)).toEqual(starts(middle))
  expect(cold?.[0]?.score).toBeLessThan(middle?.[0]?.score ?? 0)
  expect(hot?.[0]?.score).toBeGreaterThan(middle?.[0]?.score ?? 1)
  const scores = middle?.map(({ score }) => score)
  expect(scores).toEqual(scores?.toSorted((a, b) => b - a))
})

test('a search stays within its collection', async () => {
  for (const { video_id } of await find('falsche Rechnung')) expect(video_id).toBe(late)
  for (const { video_id } of await find('invoice', { index_id: elsewhere })) expect(video_id).toBe(early)
})

test('a video that was indexed without weights is found by its words, and by its meaning in English', async () => {
  for (const { score } of await find('falsche Rechnung', { index_id: elsewhere }))
    expect(score).toBeLessThan(SEARCH.medium)
  for (const query of ['the invoice is wrong', 'a billing error']) {
    const [first] = await find(query, { index_id: elsewhere })
    expect(first).toMatchObject({ video_id: early, start_time: 10 })
  }
  expect(await stagesOf(early)).toMatchObject({ speech_embedding: universal_sentence.id })
})

test('each embedding names its engine, and is deleted with its line', async () => {
  expect(await stagesOf(late)).toMatchObject({ speech_embedding: model.id, ocr_embedding: model.id })
  await api.db.deleteFrom('cues').where('video_id', '=', late).where('number', '=', 1).execute()
  const left = await find('falsche Rechnung')
  expect(left.map(({ start_time }) => start_time)).toEqual([30])
})
