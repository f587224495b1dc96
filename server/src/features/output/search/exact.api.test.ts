import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { addIndexedVideo } from '../../../../../seed/rows/indexed-video.ts'
import { startProduct } from '../../../../test/product.ts'
import { searchMatches } from '../../../../test/search-calls.ts'

const api = await startProduct()
const ada = await api.person()
const { collection_id: index_id } = await api.aCollectionWithVideo(ada)
const road = await addIndexedVideo(api.db, index_id, {
  said: [
    [0, 3, 'We hold the lane, and the fire truck takes the left.'],
    [10, 13, 'The lane must hold the truck.'],
    // One phrase spans two lines of speech, one is broken by a long silence, and one spans lines that are not
    // adjacent.
    [20, 22, 'Please hold'],
    [22.2, 24, 'the lane until noon.'],
    [40, 42, 'They hold'],
    [52, 54, 'the lane again.'],
    [60, 63, 'To be or not to be, says the driver of the truck.'],
    [70, 73, 'The fire truck stays. The lighthouse is red.'],
    [74, 77, 'The fire truck leaves.'],
  ],
  written: [
    [0, 4, 'HOLD THE DOOR'],
    [74, 77, 'Detour-sign: Élan Vital'],
    [80, 84, '今天的会议记录已经完成'],
  ],
  seen: [
    [10, 18, 'truck'],
    [70, 73, 'truck'],
  ],
})
const other = await addIndexedVideo(api.db, index_id, {
  said: [[5, 8, 'Hold on to the lane.']],
  written: [
    [30, 33, 'hold'],
    [33, 36, 'the lane'],
  ],
})
afterAll(() => api.close())

const answer = (query: string, options: Readonly<Record<string, string>> = {}) =>
  searchMatches(api, ada, { index_id, query, ...options })
const SPOKEN = { search_type: 'CONVERSATION' }
const WRITTEN = { search_type: 'TEXT_IN_VIDEO' }
const SEEN = { search_type: 'VISUAL' }
/** Where the matches of a query begin, by video and time. */
const found = async (query: string, options?: Readonly<Record<string, string>>) =>
  (await answer(query, options)).matches
    .map(({ video_id, start_time }) => `${video_id === road ? 'road' : 'other'} ${start_time}`)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

describe('words in quotation marks', () => {
  test('are found as written and in order, also across two adjacent lines of speech', async () => {
    expect(await found('"hold the lane"', SPOKEN)).toEqual(['road 0', 'road 20'])
    const { matches } = await answer('"hold the lane"', SPOKEN)
    const pair = matches.find(({ start_time }) => start_time === 20)
    expect(pair).toMatchObject({ end_time: 24, text: 'Please hold the lane until noon.' })
    expect(pair?.hits.map(({ from, to }) => pair.text.slice(from, to))).toEqual(['hold the lane'])
    expect(
      pair?.moments.filter(({ type, start_time }) => type === 'speech' && start_time < 24 && start_time > 19),
    ).toEqual([expect.objectContaining({ start_time: 20, end_time: 24, matched: true })])
    for (const { score } of matches) expect(score).toBeGreaterThan(0.83)
  })

  test('ignore case, accents, hyphens and punctuation between them', async () => {
    expect(await found('"LANE and"', SPOKEN)).toEqual(['road 0'])
    expect(await found('“stays the”', SPOKEN)).toEqual(['road 70'])
    expect(await found('"detour sign elan"', WRITTEN)).toEqual(['road 74'])
  })

  test('match no other form of a word, no part of one, and none that is spelt or sounds alike', async () => {
    for (const query of ['"hold the lanes"', '"old the lane"', '"hold the lain"', '"lane fire"'])
      expect([query, await found(query, SPOKEN)]).toEqual([query, []])
  })

  test('count even when all are common words, beside words that no video has', async () => {
    expect(await found('"to be or not to be"', SPOKEN)).toEqual(['road 60'])
    expect(await found('"to be or not to be" zeppelin', SPOKEN)).toEqual(['road 60'])
  })

  test('are found on one screen, never across two', async () => {
    expect(await found('"hold the lane"', WRITTEN)).toEqual([])
    expect(await found('"hold the door"', WRITTEN)).toEqual(['road 0'])
  })

  test('match characters in order in scripts without spaces between words', async () => {
    expect(await found('"议记"', WRITTEN)).toEqual(['road 80'])
    expect(await found('"会记"', WRITTEN)).toEqual([])
  })

  test('are found together when there are several phrases', async () => {
    expect(await found('"fire truck" "the lane"', SPOKEN)).toEqual(['road 0'])
    expect(await found('"fire truck" "driver"', SPOKEN)).toEqual([])
  })

  test('rank by the words beside them', async () => {
    const { matches } = await answer('"hold the lane" fire truck', SPOKEN)
    expect(matches.map(({ start_time }) => start_time)).toEqual([0, 20])
    expect(matches[0]?.score).toBeGreaterThan(matches[1]?.score ?? 1)
  })

  test('keep pictures during which they are said or shown', async () => {
    expect(await found('truck', SEEN)).toEqual(['road 10', 'road 70'])
    expect(await found('"fire truck"', SEEN)).toEqual(['road 70'])
    expect(await found('"must hold" truck', SEEN)).toEqual(['road 10'])
    expect(await found('"nobody says this" truck', SEEN)).toEqual([])
  })
})

describe('a word with a minus', () => {
  test('excludes moments in which it is said', async () => {
    expect(await found('truck -fire', SPOKEN)).toEqual(['road 10', 'road 60'])
    expect(await found('truck -"the fire truck"', SPOKEN)).toEqual(['road 10', 'road 60'])
  })

  test('excludes moments in which the screen shows it, of every kind', async () => {
    expect(await found('"fire truck"', SPOKEN)).toEqual(['road 0', 'road 70'])
    expect(await found('"fire truck" -detour', SPOKEN)).toEqual(['road 0', 'road 70'])
    expect(await found('"fire truck" -door', SPOKEN)).toEqual(['road 70'])
    expect(await found('truck -lighthouse', SEEN)).toEqual(['road 10'])
  })

  test('excludes the line that has it, and keeps the adjacent lines', async () => {
    const { matches } = await answer('"fire truck" -lighthouse', SPOKEN)
    expect(matches.map(({ start_time, end_time }) => [start_time, end_time]).sort()).toEqual([
      [0, 3],
      [74, 77],
    ])
  })

  test('excludes it as written, and a hyphen inside a word excludes nothing', async () => {
    expect(await found('"fire truck" -truc', SPOKEN)).toEqual(['road 0', 'road 70'])
    expect(await found('detour-sign', WRITTEN)).toEqual(['road 74'])
  })

  test('is no query by itself', async () => {
    expect(await answer('-truck')).toEqual({
      matches: [],
      videos: [],
      truncated: false,
      corrected: null,
      understood: true,
    })
  })
})

describe('a misspelt word', () => {
  test('is replaced by one that is said, and the answer says so', async () => {
    const { matches, corrected } = await answer('a lightouse "is red"', SPOKEN)
    expect(corrected).toEqual({ query: 'a lighthouse', typed: 'a lightouse' })
    expect(matches[0]).toMatchObject({ video_id: road, start_time: 70 })
    expect(matches[0]?.score).toBeGreaterThan(0.83)
  })

  test('may be short, since the list of English words lacks it', async () => {
    const { matches, corrected } = await answer('fire truk')
    expect(corrected).toEqual({ query: 'fire truck', typed: 'fire truk' })
    expect(matches[0]?.text).toContain('fire truck')
  })

  test('is searched exactly as typed on request', async () => {
    const asked = await answer('lightouse', { ...SPOKEN, as_typed: 'true' })
    expect(asked).toEqual({ matches: [], videos: [], truncated: false, corrected: null, understood: false })
    expect((await answer('lighthouse', { ...SPOKEN, as_typed: 'true' })).matches[0]).toMatchObject({ start_time: 70 })
    const { status, json } = await api.get(`/api/query_index?index_id=${index_id}&query=a&as_typed=yes`, ada)
    expect([status, json.code]).toEqual([400, 'validation_failed'])
  })

  test.each(['ferri', 'ln', '6to4', 'seil'])('is understood as typed if it occurs: %s', async (query) => {
    const written: [number, number, string][] = [[0, 4, 'FERRI LN 6to4\nDrahtseil']]
    const video_id = await addIndexedVideo(api.db, index_id, { written })
    for (const as_typed of ['true', 'false']) {
      const { matches, corrected, understood } = await answer(query, { as_typed })
      expect([matches[0]?.video_id, corrected, understood]).toEqual([video_id, null, true])
    }
    await api.db.deleteFrom('videos').where('id', '=', video_id).execute()
  })

  test('is understood as typed even if its only line is left out', async () => {
    const video_id = await addIndexedVideo(api.db, index_id, { written: [[0, 4, 'FERRI LN 6to4']] })
    expect(await answer('ln -ferri', { as_typed: 'true' })).toMatchObject({ matches: [], understood: true })
    await api.db.deleteFrom('videos').where('id', '=', video_id).execute()
  })

  test('stays in quotation marks and behind a minus', async () => {
    expect((await answer('"lightouse"', SPOKEN)).corrected).toBeNull()
    expect((await answer('truck -lightouse', SPOKEN)).corrected).toBeNull()
  })

  test('stays when it is itself said or shown; so does a correctly spelt word', async () => {
    const video_id = await addIndexedVideo(api.db, index_id, { written: [[0, 4, 'LIGHTOUSE CINEMA']] })
    expect((await answer('lightouse')).corrected).toBeNull()
    await api.db.deleteFrom('videos').where('id', '=', video_id).execute()
    expect((await answer('lighthouse')).corrected).toBeNull()
    expect((await answer('zorblax')).corrected).toBeNull()
  })
})

test('a word that is only spelt alike is Low, also if it is both said and shown, and lifts other words to Medium', async () => {
  const lines: [number, number, string][] = [[0, 4, 'Telecommunicatlons museum']]
  const video_id = await addIndexedVideo(api.db, index_id, { said: lines, written: lines })
  for (const temperature of ['0.5', '1']) {
    const [match] = (await answer('telecommunications', { temperature })).matches
    expect(match).toMatchObject({ video_id, hits: [{ from: 0, to: 18, similar: true }] })
    expect(match?.types).toHaveLength(2)
    expect(match?.score).toBeLessThan(SEARCH.medium)
  }
  const [lifted] = (await answer('telecommunications museum')).matches
  expect(lifted).toMatchObject({ video_id, hits: [{ similar: true }, { from: 19, to: 25 }] })
  expect(lifted?.score).toBeGreaterThan(SEARCH.medium)
  expect(lifted?.score).toBeLessThan(SEARCH.high)
  await api.db.deleteFrom('videos').where('id', '=', video_id).execute()
})

test('marks in queries have no effect on the database', async () => {
  for (const query of [`"'; drop table cues --"`, '"%"', '-"_"', '"a & b" -"c | !d"', '"\\"'])
    expect((await answer(query)).matches).toEqual([])
  expect(other).not.toBe(road)
})
