import type { MatchType } from '@footnote/contract/nouns/output/search.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSearchLibrary } from '../../test/search-library.ts'
import { visualOnly } from '../../test/visual-only.ts'
import type { VisualEngine } from '../engines/engine.ts'
import { searchCollections } from './search.ts'
import { searchByImage } from './search-by-look.ts'
import type { SearchedCollection } from './searched-videos.ts'

const library = await makeSearchLibrary()
const first = await library.addVideo({
  said: [
    [0, 4, 'Water the tomatoes twice a week.'],
    [4.2, 8, 'And never in the midday sun.'],
    [30, 34, 'The nine tin gale sang all night.'],
  ],
  written: [
    [0, 9, 'Harvest festival\nSaturday 14:00'],
    [20, 29, 'Entrance behind the Town Hall'],
    [60, 70, 'Elm bench Oak tabel Ash chair'],
    [70, 79, 'Price list\nOak table 45.00'],
    [40, 49, 'Nosmokingonthisplatform'],
  ],
  samples: [
    {
      time: 0.5,
      concepts: [{ name: 'car', confidence: 0.6, colours: ['red'] }],
      descriptor: Float32Array.of(1, 0, 0),
    },
    {
      time: 4.5,
      concepts: [{ name: 'car', confidence: 0.55, colours: ['red'] }],
      descriptor: Float32Array.of(0.8, 0.6, 0),
    },
    { time: 8, concepts: [{ name: 'bench' }], descriptor: Float32Array.of(0, 1, 0) },
    {
      time: 20.5,
      concepts: [{ name: 'car', colours: ['blue'] }, { name: 'person' }],
      descriptor: Float32Array.of(0, 0, 1),
    },
  ],
})
const second = await library.addVideo({
  said: [[10, 15, 'A déjà vu is the feeling that you have lived a moment before.']],
  written: [[10, 19, 'Deja vu']],
  samples: [{ time: 10.5, concepts: [{ name: 'dog', confidence: 0.3 }] }],
})
afterAll(async () => {
  await library.close()
})

const seen = (): SearchedCollection[] => [{ id: library.collection_id, modalities: ['visual'] }]
const look = (query: string, modalities: MatchType[] = ['visual', 'speech', 'ocr'], temperature = 0.5) =>
  searchCollections(
    { db: library.db, engines: visualOnly(null) },
    { collections: [{ id: library.collection_id, modalities }], query, temperature },
  )

describe('a search in speech and on-screen text', () => {
  it('finds words in the forms of the cue’s language', async () => {
    const said: [number, number, string][] = [[0, 4, 'Die Gärten wurden gegossen.']]
    const german = await library.addVideo({ said, language: 'de' })
    const other = await library.addVideo({ said, language: 'und' })
    const { matches } = await look('gartens', ['speech'])
    const scoreOf = (id: string) => matches.find(({ video_id }) => video_id === id)?.score ?? 0
    expect(scoreOf(german)).toBeGreaterThan(scoreOf(other))
    await library.db.deleteFrom('videos').where('id', 'in', [german, other]).execute()
  })

  it('finds words in other forms, with marked words and surroundings', async () => {
    const { matches } = await look('watering a tomato', ['speech'])
    const [match] = matches
    expect(match).toMatchObject({
      video_id: first,
      start_time: 0,
      end_time: 4,
      types: ['speech'],
      text: 'Water the tomatoes twice a week.',
    })
    expect(match?.hits.map(({ from, to }) => match.text.slice(from, to))).toEqual(['Water', 'tomatoes'])
    expect(match?.moments.some(({ matched, text }) => !matched && text.startsWith('Harvest'))).toBe(true)
    expect(match?.thumbnail?.thumbnail_key).toMatch(/samples/)
    expect(match?.score).toBeGreaterThan(0.83)
  })

  it('forgives typing errors, joined and split words, accents', async () => {
    expect((await look('tomatos', ['speech'])).matches[0]?.start_time).toBe(0)
    expect((await look('townhall', ['ocr'])).matches[0]?.start_time).toBe(20)
    expect((await look('mid day', ['speech'])).matches[0]?.end_time).toBe(8)
    expect((await look('no smoking on the platform', ['ocr'])).matches[0]?.start_time).toBe(40)
    expect((await look('deja vu', ['speech'])).matches[0]?.video_id).toBe(second)
    expect((await look('déjà vu', ['ocr'])).matches[0]?.video_id).toBe(second)
  })

  it('separates a screen with the exact words from the screen before with similar ones', async () => {
    const [match] = (await look('oak table', ['ocr'])).matches
    expect(match).toMatchObject({ start_time: 70, end_time: 79, text: 'Price list\nOak table 45.00' })
  })

  it('separates different slides, and joins one that only grew', async () => {
    const video_id = await library.addVideo({
      written: [
        [0, 8, 'Turnips'],
        [8, 16, 'Turnips\nBeetroots'],
        [16, 24, 'Delivery of turnips'],
      ],
    })
    const { matches } = await look('turnips', ['ocr'])
    expect(matches.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
      [0, 16],
      [16, 24],
    ])
    await library.db.deleteFrom('videos').where('id', '=', video_id).execute()
  })

  it('gives no High match when only some of the words occur', async () => {
    const { matches } = await look('the tomato soup was served at the embassy', ['speech', 'ocr'])
    for (const { score } of matches) expect(score).toBeLessThan(0.83)
  })

  it('finds nothing for words that do not occur', async () => {
    expect((await look('zorblax', ['speech', 'ocr'])).matches).toEqual([])
  })

  it('ignores characters with a meaning in database queries', async () => {
    for (const query of ["'; drop table cues --", 'a & | ! (', '%_\\', '<->', ':*'])
      await expect(look(query)).resolves.toHaveProperty('matches')
  })
})

describe('a search in texts of other scripts', () => {
  const written = [
    [0, 5, 'ПРОТОКОЛ ЗАСЕДАНИЯ\nРасходы на ёлку'],
    [5, 10, 'Πρακτικά της συνεδρίασης'],
    [10, 15, 'محضر الاجتماع\nالميزانية الجديدة'],
    [15, 20, '今天的会议记录已经完成'],
    [20, 25, '東京都の予算会議は明日です'],
    [25, 30, '내일 예산 회의를 시작합니다'],
    [30, 35, 'รายงานการประชุมประจำปี'],
    [35, 40, 'बैठक की कार्यवाही और बजट'],
    [40, 45, 'கூட்டத்தின் அறிக்கை'],
  ] as const
  const found = [
    ['a Russian word in another letter case and another form', 'протоколы', 0],
    ['several Russian words, ё written as е', 'расход на елку', 0],
    ['a Greek word without its accent', 'συνεδριαση', 5],
    ['an Arabic word with its article', 'اجتماع', 10],
    ['an Arabic noun and its adjective', 'ميزانية جديدة', 10],
    ['a Chinese word among others', '会议', 15],
    ['two Chinese words that stand as one', '会议记录', 15],
    ['Chinese words with others between', '完成 记录', 15],
    ['a Japanese word in a longer one', '予算', 20],
    ['a Japanese question with particles', '明日の会議', 20],
    ['a Korean word without its particle', '회의', 25],
    ['a Korean word with another particle', '회의가', 25],
    ['a Thai word', 'ประชุม', 30],
    ['a Hindi word', 'कार्यवाही', 35],
    ['a Tamil word', 'அறிக்கை', 40],
  ] as const
  /** Enough lines that the database has to choose among them. */
  const crowd = Array.from({ length: 3_001 }, (_, at): [number, number, string] => [
    100 + at,
    101 + at,
    `Zeile ${at} дом 家`,
  ])

  describe.each([
    ['among few lines', []],
    ['among many lines', crowd],
  ])('%s', (_, others) => {
    let video_id: string
    beforeAll(async () => {
      video_id = await library.addVideo({ written: [...written.map(([...line]) => line), ...others] })
    })
    afterAll(async () => {
      await library.db.deleteFrom('videos').where('id', '=', video_id).execute()
    })

    it.each(found)('finds %s: %s', async (_, query, start_time) => {
      const { matches } = await look(query, ['ocr'])
      expect(matches[0]).toMatchObject({ video_id, start_time })
      expect(matches[0]?.hits.length).toBeGreaterThan(0)
    })
  })

  it('ignores vowel points', async () => {
    const video_id = await library.addVideo({ written: [[0, 5, 'المِيزَانِيَّة الجديدة']] })
    expect((await look('الميزانية', ['ocr'])).matches[0]).toMatchObject({ video_id })
    await library.db.deleteFrom('videos').where('id', '=', video_id).execute()
  })

  it('marks the exact word in a run of letters', async () => {
    const video_id = await library.addVideo({ written: [[0, 5, '今天的会议记录已经完成']] })
    const [match] = (await look('会议', ['ocr'])).matches
    expect(match?.hits.map(({ from, to }) => match.text.slice(from, to))).toEqual(['会议'])
    expect((await look('会计', ['ocr'])).matches).toEqual([])
    await library.db.deleteFrom('videos').where('id', '=', video_id).execute()
  })
})

describe('a search in pictures', () => {
  it('finds the object in the requested colour, and joins samples of one shot', async () => {
    const { matches } = await look('a red car', ['visual'])
    expect(matches[0]).toMatchObject({ video_id: first, start_time: 0, end_time: 8, types: ['visual'] })
    expect(matches[0]?.text).toContain('red car')
    const blue = await look('a blue car', ['visual'])
    expect(blue.matches[0]).toMatchObject({ start_time: 20, end_time: 30 })
  })

  it('ranks pictures with more of the query higher, and a missing object prevents High', async () => {
    const { matches } = await look('a person beside a car', ['visual'])
    expect(matches[0]?.start_time).toBe(20)
    for (const { score } of (await look('a giraffe beside a car', ['visual'])).matches) expect(score).toBeLessThan(0.83)
  })

  it('finds nothing for objects that were not seen', async () => {
    expect((await look('an elephant', ['visual'])).matches).toEqual([])
  })

  it('finds pictures by their objects when embedding the query fails, and reports the failure', async () => {
    const failures: unknown[] = []
    const video_id = await library.addVideo({})
    await library.changeEngine(video_id, 'visual', 'failing-1')
    const engine: VisualEngine = {
      id: 'failing-1',
      name: 'Failing',
      dimensions: 3,
      cosines: { unrelated: 0, matching: 1 },
      async *describe() {},
      describeReference: async () => ({}),
      embedText: () => Promise.reject(new Error('The tower fell.')),
      close: async () => undefined,
    }
    const { matches } = await searchCollections(
      { db: library.db, engines: visualOnly(engine), onFailure: (error) => failures.push(error) },
      { collections: seen(), query: 'a red car', temperature: 0.5 },
    )
    expect(matches[0]).toMatchObject({ video_id: first, start_time: 0 })
    expect(failures).toEqual([new Error('The tower fell.')])
    await library.db.deleteFrom('videos').where('id', '=', video_id).execute()
  })

  it('compares a reference picture by its descriptor', async () => {
    const engine: VisualEngine = {
      id: 'concepts-1',
      name: 'Fixed',
      dimensions: null,
      cosines: null,
      async *describe() {},
      describeReference: async () => ({ descriptor: Float32Array.of(0, 0.1, 0.99) }),
      embedText: async () => null,
      close: async () => undefined,
    }
    const dependencies = { db: library.db, engines: visualOnly(engine) }
    const options = { collections: seen(), file: 'picture.jpg', temperature: 0.5 }
    const { matches } = await searchByImage(dependencies, options)
    expect(matches[0]).toMatchObject({ video_id: first, start_time: 20, types: ['visual'] })
    expect(matches[0]?.score).toBeGreaterThan(matches[1]?.score ?? 0)
  })
})

describe('a search in everything', () => {
  it('joins overlapping hits into one match, and agreement raises its score', async () => {
    const { matches } = await look('deja vu')
    expect(matches[0]?.types.toSorted()).toEqual(['ocr', 'speech'])
    const [alone] = (await look('deja vu', ['speech'])).matches
    expect(matches[0]?.score).toBeGreaterThan(alone?.score ?? 1)
  })

  it('keeps the order when the temperature changes, with lower scores when it is low', async () => {
    const [low, middle, high] = await Promise.all(
      [0, 0.5, 1].map((temperature) => look('car bench person', ['visual'], temperature)),
    )
    const order = (found: typeof low) => found?.matches.map(({ video_id, start_time }) => [video_id, start_time])
    expect(order(high)?.slice(0, order(low)?.length)).toEqual(order(low))
    expect(low?.matches[0]?.score).toBeLessThan(middle?.matches[0]?.score ?? 0)
    expect(high?.matches[0]?.score).toBeGreaterThan(middle?.matches[0]?.score ?? 1)
  })

  it('finds nothing of videos in deletion, of other collections, or of an unfinished engine', async () => {
    await library.db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', second).execute()
    expect((await look('deja vu')).matches).toEqual([])
    await library.db.updateTable('videos').set({ status: 'SUCCESS' }).where('id', '=', second).execute()
    await library.changeEngine(second, 'speech', 'heard-2')
    expect((await look('no smoking on the platform', ['ocr'])).matches[0]?.start_time).toBe(40)
    expect((await look('deja vu', ['speech'])).matches).toEqual([])
    expect((await look('deja vu', ['ocr'])).matches).toHaveLength(1)
  })
})

it('a search for a phrase fails with the error of the database, which nobody leaves unhandled', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  /** The engines of the results cannot be read. */
  const db = library.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('from video_stages\\n  where stage')) throw new Error('lost')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const search = searchCollections(
    { db, engines: visualOnly(null) },
    { collections: [{ id: library.collection_id, modalities: ['speech'] }], query: '"midday sun"', temperature: 0.5 },
  )
  await expect(search).rejects.toThrow('lost')
  await new Promise(setImmediate)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
