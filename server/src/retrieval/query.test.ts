import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueryMeaning } from './concepts/meaning.ts'
import { openQueryAnalyser } from './concepts/query-analyser.ts'
import { analyseQuery } from './query.ts'

const WORDNET = '/usr/share/wordnet'
const installed = existsSync(WORDNET)
if (!installed) console.warn('The tests of query meaning with WordNet are skipped: it is not installed.')

function shows(meaning: QueryMeaning, unit: string): string[] {
  return meaning.units.find(({ text }) => text === unit)?.concepts.map(({ name }) => name) ?? []
}

describe('a query without a dictionary', () => {
  it('understands the engine’s own words', () => {
    const meaning = analyseQuery('Two dogs beside a red car, without people', null)
    expect(meaning.units.map(({ text, colours }) => [text, colours])).toEqual([
      ['dogs', []],
      ['car', ['red']],
    ])
    expect(shows(meaning, 'dogs')).toEqual(['dog'])
  })

  it('binds a following colour to the thing before it', () => {
    const { units } = analyseQuery('a woman dressed in blue', null)
    expect(units.at(-1)?.colours).toEqual(['blue'])
  })

  it('treats phrases of the vocabulary as one thing, also with function words', () => {
    expect(shows(analyseQuery('a black and white picture', null), 'black and white')).toEqual(['black and white'])
    expect(shows(analyseQuery('a traffic light', null), 'traffic light')).toEqual(['traffic light'])
  })

  it('ignores words about asking, unless there are no others', () => {
    expect(analyseQuery('the slide that shows turnips', null).words.map(({ word }) => word)).toEqual(['turnips'])
    expect(analyseQuery('a slide', null).words.map(({ word }) => word)).toEqual(['slide'])
    expect(analyseQuery('to be or not to be', null).words).toHaveLength(4)
  })
})

describe.runIf(installed)('a query with WordNet', async () => {
  const analyser = await openQueryAnalyser([WORDNET])
  beforeAll(() => analyser.warm())
  afterAll(() => analyser.close())

  it.each([
    ['an automobile', 'automobile', 'car'],
    ['a lorry', 'lorry', 'truck'],
    ['some vehicle', 'vehicle', 'truck'],
    ['a sofa', 'sofa', 'couch'],
    ['two kittens', 'kittens', 'cat'],
    ['fresh fruit', 'fruit', 'banana'],
    ['a surgeon', 'surgeon', 'person'],
    ['somebody', 'somebody', 'person'],
    ['wild animals', 'animals', 'zebra'],
    ['skyscrapers in a kitchen', 'kitchen', 'oven'],
  ])('knows that "%s" asks for %s, which %s can show', async (query, unit, concept) => {
    expect(shows(await analyser.analyse(query), unit)).toContain(concept)
  })

  it('uses the exact concept when the engine has it', async () => {
    expect(shows(await analyser.analyse('a giraffe'), 'giraffe')).toEqual(['giraffe'])
  })

  it('shows nothing for things that the engine cannot see', async () => {
    const { units } = await analyser.analyse('a stethoscope')
    expect(Math.max(0, ...(units[0]?.concepts.map(({ weight }) => weight) ?? []))).toBeLessThan(0.5)
  })

  it('treats narrower colour words as colours', async () => {
    const { units } = await analyser.analyse('a crimson bus')
    expect(units).toHaveLength(1)
    expect(units[0]?.colours).toEqual(['red'])
  })

  it('knows synonyms and related words', async () => {
    const related = async (word: string) =>
      new Map((await analyser.analyse(word)).words[0]?.related.map(({ name, weight }) => [name, weight]))
    expect((await related('physician')).get('doctor')).toBeGreaterThan(0.8)
    expect((await related('error')).get('mistake')).toBeGreaterThan(0.8)
    const homework = await related('homework')
    expect(homework.get('assignment')).toBeGreaterThan(0.3)
    expect(homework.get('giraffe')).toBeUndefined()
  })

  it('gives rare words more weight than common ones', async () => {
    const { words } = await analyser.analyse('large stethoscope')
    expect(words[1]?.weight).toBeGreaterThan(words[0]?.weight ?? 1)
  })
})
