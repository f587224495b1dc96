import { describe, expect, it } from 'vitest'
import { editSimilarity, letterBits, soundBits, soundOf, trigramSimilarity, trigrams } from './similarity.ts'

describe('similarity of words', () => {
  it('is high for typing errors and low for other words', () => {
    const likeness = (a: string, b: string) => trigramSimilarity(trigrams(a), trigrams(b))
    expect(likeness('umbrella', 'umbrela')).toBeGreaterThan(0.6)
    expect(likeness('umbrella', 'orchestra')).toBeLessThan(0.2)
    expect(likeness('same', 'same')).toBe(1)
  })

  it.each([
    ['knight', 'night'],
    ['photo', 'foto'],
    ['bat', 'pad'],
    ['write', 'right'],
    ['wright', 'right'],
    ['two', 'too'],
  ])('%s and %s sound alike', (a, b) => {
    expect(soundOf(a)).toBe(soundOf(b))
  })

  it('other words sound different', () => {
    expect(soundOf('garden')).not.toBe(soundOf('window'))
  })

  it('knows which letters a sound can have', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const words = letters.flatMap((a) =>
      letters.flatMap((b) => letters.flatMap((c) => [`${a}${b}${c}`, `o${a}${b}${c}e`])),
    )
    const other = words.filter((word) => (letterBits(soundOf(word)) & ~soundBits(word)) !== 0)
    expect(other).toEqual([])
    expect(soundBits('garden') & letterBits('s')).toBe(0)
  })

  it('counts edits per letter', () => {
    expect(editSimilarity('kitten', 'sitting')).toBeCloseTo(1 - 3 / 7)
    expect(editSimilarity('', 'a')).toBe(0)
    expect(editSimilarity('', '')).toBe(1)
  })
})
