import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import { expect, test } from 'vitest'
import { versionBeside, writeComparison } from './comparison.ts'
import { readComparison } from './read-comparison.ts'

test('an address holds the whole state, and what has its default is left out', () => {
  const whole = { other: 'b', mode: 'wipe', at: 0.25, offset: -12, time: 4.04 } as const
  expect(String(writeComparison(whole))).toBe('with=b&mode=wipe&at=0.25&offset=-12&t=4.04')
  expect(readComparison(writeComparison(whole))).toEqual(whole)
  const plain = { other: 'b', mode: 'side', at: 0.5, offset: 0, time: 0 } as const
  expect(String(writeComparison(plain))).toBe('with=b')
  expect(readComparison(new URLSearchParams('with=b'))).toEqual(plain)
})

test('the rest of an address stays, such as the filter of its comments', () => {
  const plain = { other: 'b', mode: 'side', at: 0.5, offset: 0, time: 0 } as const
  expect(String(writeComparison(plain, new URLSearchParams('show=open&mode=wipe&t=3')))).toBe('show=open&with=b')
})

test('nonsense in an address counts as absent, and numbers stay in their range', () => {
  expect(readComparison(new URLSearchParams('mode=zoom&at=7&offset=1.6&t=-3'))).toEqual({
    ...{ other: null, mode: 'side', at: 1, offset: 2, time: 0 },
  })
  expect(readComparison(new URLSearchParams('at=NaN&offset=1e9&t=Infinity'))).toMatchObject({
    ...{ at: 0.5, offset: 0, time: 0 },
  })
})

test('a version is compared with the one before it, the first one with the one after it', () => {
  const versions = [4, 3, 1].map(
    (version) => ({ video_id: `v${version}`, version, duration: version === 3 ? null : 9 }) as Version,
  )
  expect(versionBeside(versions, 'v4')?.video_id).toBe('v1')
  expect(versionBeside(versions, 'v1')?.video_id).toBe('v4')
  expect(versionBeside(versions.slice(0, 1), 'v4')).toBeNull()
  expect(versionBeside(versions, 'elsewhere')).toBeNull()
})
