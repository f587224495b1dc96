import { describe, expect, test } from 'vitest'
import type { Marker } from '../player-props.ts'
import { asRange, clusterMarkers, coveredRanges, FINGERS, inTimeOrder, joinedSign } from './marker-clusters.ts'

const at = (...starts: number[]): Marker[] =>
  starts.map((start_time, place) => ({
    id: `${place}`,
    number: String(place + 1),
    start_time,
    end_time_inclusive: null,
    label: '',
  }))
const range = (start: number, end_time_inclusive: number | null): Marker => ({
  ...(at(start)[0] as Marker),
  end_time_inclusive,
})

// A strip of 1,000 pixels for 1,000 seconds: a second is a pixel.
const labels = (...starts: number[]) => clusterMarkers(at(...starts), 1_000, 1_000).map(({ label }) => label)

describe('markers', () => {
  test('16 pixels apart stay separate, closer ones join', () => {
    expect(labels(100, 116, 132)).toEqual(['1', '2', '3'])
    expect(labels(100, 115.9, 140)).toEqual(['1–2', '3'])
  })

  test('of earlier versions show the version, and joined with numbers a plus', () => {
    const old = (start: number, version: number): Marker => ({ ...range(start, null), number: '', version })
    const shown = (...markers: Marker[]) => clusterMarkers(markers, 1_000, 1_000).map(({ label }) => label)
    expect(shown(old(100, 2), old(300, 1), old(305, 2))).toEqual(['v2', 'v1–v2'])
    expect(shown(old(100, 2), old(101, 2), range(400, null), old(402, 2))).toEqual(['v2', '1+'])
  })

  test('have words for screen readers, which say once that they are comments', () => {
    const words = (...numbers: string[]) => joinedSign(numbers.map((number) => ({ ...range(5, null), number }))).words
    expect([words('2', '3'), words('1', '3')]).toEqual(['Comments 2–3', '2 comments'])
    expect(joinedSign([1, 2].map((version) => ({ ...range(5, null), version }))).words).toBe('Comments of v1–v2')
  })

  test('of matches are not called comments', () => {
    const joined = (...numbers: string[]) =>
      joinedSign(numbers.map((number) => ({ ...range(5, null), number, match: true })))
    expect(joined('2', '3')).toEqual({ sign: '2–3', words: 'Matches 2–3' })
    expect(joined('2', '4')).toEqual({ sign: '2 matches', words: '2 matches' })
  })

  test('whose numbers do not follow each other show how many they are', () => {
    const label = (...numbers: string[]) =>
      clusterMarkers(
        numbers.map((number) => ({ ...range(500, null), number })),
        1_000,
        1_000,
      ).map(({ label }) => label)
    expect(label('4', '3')).toEqual(['3–4'])
    expect(label('T1', 'T2', 'T3')).toEqual(['T1–T3'])
    expect(label('1', '3')).toEqual(['2 comments'])
    expect(label('2', 'T3')).toEqual(['2 comments'])
    expect(label('2', '', '3')).toEqual(['3 comments'])
  })

  test('join more neighbours if their joined label would touch the next', () => {
    expect(labels(100, 110, 124)).toEqual(['1–3'])
    expect(labels(86, 100, 110)).toEqual(['1–3'])
    expect(labels(60, 100, 110)).toEqual(['1', '2–3'])
  })

  test('of two digits need more room than of one', () => {
    const many = at(...Array.from({ length: 12 }, (_, place) => 100 + place * 17))
    expect(clusterMarkers(many, 1_000, 1_000).map(({ label }) => label)).toEqual([
      ...['1', '2', '3', '4', '5', '6', '7', '8'],
      '9–11',
      '12',
    ])
  })

  test('by the thousand never touch, in order, and none is lost', () => {
    const many = at(...Array.from({ length: 1_000 }, (_, place) => (place * 7_919) % 1_000))
    const clusters = clusterMarkers(inTimeOrder(many), 1_000, 640)
    expect(clusters.flatMap(({ markers }) => markers)).toHaveLength(1_000)
    for (const [place, { at: here }] of clusters.entries())
      if (place > 0) expect(here - (clusters[place - 1]?.at ?? 0)).toBeGreaterThanOrEqual(16)
  })

  test('stay on the strip at its ends, even with a time past its end', () => {
    const [first, last] = clusterMarkers(at(0, 2_000), 1_000, 300)
    expect([first?.at, last?.at]).toEqual([0, 300])
    const joined = clusterMarkers(at(...Array.from({ length: 120 }, () => 0)), 1_000, 300)
    expect(joined.map(({ label, at: here }) => [label, here > 0])).toEqual([['1–120', true]])
  })

  test('markers for fingers are as far apart as targets must be', () => {
    const apart = (least?: number) => clusterMarkers(at(100, 120, 150), 1_000, 1_000, least).map(({ label }) => label)
    expect([apart(), apart(FINGERS)]).toEqual([
      ['1', '2', '3'],
      ['1–2', '3'],
    ])
  })

  test('react to presses beside their label, as far as neighbours leave room', () => {
    const rooms = clusterMarkers(at(100, 116, 140, 400), 1_000, 1_000).map(({ room }) => room)
    expect(rooms).toEqual([16, 16, 24, 32])
  })

  test('are drawn only when the strip has a width and the video a length', () => {
    expect([clusterMarkers(at(1), 0, 100), clusterMarkers(at(1), 10, 0), clusterMarkers([], 10, 10)]).toEqual([
      [],
      [],
      [],
    ])
  })
})

test('overlapping ranges are drawn once, empty ones not at all', () => {
  const over = (start_time: number, end_time_exclusive: number) => ({ start_time, end_time_exclusive })
  expect(coveredRanges([over(1, 4), over(2, 3), over(4, 6), over(8, 8), over(9, 10)])).toEqual([
    over(1, 6),
    over(9, 10),
  ])
})

test('a range on the strip ends with its last frame, at a constant rate, at a varying one, and without a known one', () => {
  const constant = { rate: { num: 25, den: 1 }, times: null }
  expect(asRange(range(1, 1.08), constant)?.end_time_exclusive).toBeCloseTo(1.12)
  expect(asRange(range(1, 1.1), constant)?.end_time_exclusive).toBeCloseTo(1.12)
  expect(asRange(range(0.5, 0.6), { rate: null, times: [0, 0.5, 0.6, 0.9] })?.end_time_exclusive).toBeCloseTo(0.9)
  expect(asRange(range(1, 1.1), null)?.end_time_exclusive).toBe(1.1)
  expect(asRange(range(1, null), constant)).toBeNull()
})
