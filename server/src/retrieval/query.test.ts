import { describe, expect, it } from 'vitest'
import type { QueryMeaning } from './concepts/meaning.ts'
import { analyseQuery } from './query.ts'

function shows(meaning: QueryMeaning, unit: string): string[] {
  return meaning.units.find(({ text }) => text === unit)?.concepts.map(({ name }) => name) ?? []
}

describe('a query', () => {
  it('understands the engine’s own words', () => {
    const meaning = analyseQuery('Two dogs beside a red car, without people')
    expect(meaning.units.map(({ text, colours }) => [text, colours])).toEqual([
      ['dogs', []],
      ['car', ['red']],
    ])
    expect(shows(meaning, 'dogs')).toEqual(['dog'])
  })

  it('binds a following colour to the thing before it', () => {
    const { units } = analyseQuery('a woman dressed in blue')
    expect(units.at(-1)?.colours).toEqual(['blue'])
  })

  it('treats phrases of the vocabulary as one thing, also with function words', () => {
    expect(shows(analyseQuery('a black and white picture'), 'black and white')).toEqual(['black and white'])
    expect(shows(analyseQuery('a traffic light'), 'traffic light')).toEqual(['traffic light'])
  })

  it('ignores words about asking, unless there are no others', () => {
    expect(analyseQuery('the slide that shows turnips').words.map(({ word }) => word)).toEqual(['turnips'])
    expect(analyseQuery('a slide').words.map(({ word }) => word)).toEqual(['slide'])
    expect(analyseQuery('to be or not to be').words).toHaveLength(4)
  })

  it.each([
    ['an automobile', 'automobile', 'car'],
    ['a lorry', 'lorry', 'truck'],
    ['some vehicles', 'vehicles', 'truck'],
    ['a sofa', 'sofa', 'couch'],
    ['two kittens', 'kittens', 'cat'],
    ['a herd of ponies', 'ponies', 'horse'],
    ['fresh fruit', 'fruit', 'banana'],
    ['somebody', 'somebody', 'person'],
    ['wild animals', 'animals', 'zebra'],
    ['a clean kitchen', 'kitchen', 'oven'],
  ])('knows that "%s" asks for %s, which %s can show', (query, unit, concept) => {
    expect(shows(analyseQuery(query), unit)).toContain(concept)
  })

  it('shows nothing for things that the engine cannot see', () => {
    expect(shows(analyseQuery('a stethoscope'), 'stethoscope')).toEqual([])
  })

  it('treats narrower colour words as colours', () => {
    const { units } = analyseQuery('a crimson bus')
    expect(units.map(({ text, colours }) => [text, colours])).toEqual([['bus', ['red']]])
  })

  it('knows which words are English, in both spellings and in any form', () => {
    const words = analyseQuery('harbour harbor geese qwertz Lichtjahre Dampfer ferries 4711 Monday').words
    expect(words.filter(({ known }) => !known).map(({ word }) => word)).toEqual([
      'qwertz',
      'lichtjahre',
      'dampfer',
      '4711',
    ])
  })
})
