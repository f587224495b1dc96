import type { Indexing } from '@footnote/contract/nouns/library/indexing.ts'
import { describe, expect, it } from 'vitest'
import {
  bytesUnasked,
  doneShare,
  examinationsOf,
  modelStateWords,
  paceWords,
  stateWords,
  timeWords,
} from './stage-words.ts'

const overview = (rest: Partial<Indexing> = {}): Indexing => ({
  engines: [{ kind: 'ocr', id: 'a', name: 'A', reason: null, models: [], pace: null, passed_over: [], machines: 1 }],
  examinations: [],
  models: [],
  progress: [],
  paused: false,
  videos_left: 0,
  seconds_left: null,
  not_measured: [],
  running: [],
  failures: [],
  new_videos: { waiting: 0, running: [] },
  ...rest,
})
const video = { video_id: 'v', video_name: 'a.mp4', collection_id: 'c' }

describe('the current state', () => {
  it('is one sentence about the most important part', () => {
    const running = [{ ...video, stage: 'visual' as const, percentage: 40 }]
    expect(stateWords(overview())).toBe('Every video is indexed by the engines below.')
    expect(stateWords(overview({ engines: [] }))).toBe('No machine indexes at this moment.')
    expect(stateWords(overview({ paused: true }))).toContain('Indexing again is paused.')
    expect(stateWords(overview({ videos_left: 1 }))).toBe('1 video waits to be indexed again.')
    expect(stateWords(overview({ videos_left: 1200, running }))).toBe('1,200 videos left to be indexed again.')
    expect(stateWords(overview({ videos_left: 2, running, paused: true }))).toBe(
      'Paused: 2 videos wait to be indexed again.',
    )
    expect(stateWords(overview({ videos_left: 2, new_videos: { waiting: 1, running: [] } }))).toContain(
      'New videos go first.',
    )
    expect(stateWords(overview({ new_videos: { waiting: 1, running: [{ ...video, percentage: 1 }] } }))).toBe(
      '2 new videos in line. All other videos are indexed by the engines below.',
    )
    expect(stateWords(overview({ failures: [{ ...video, stage: 'ocr', error: 'No.', errors: 3 }] }))).toBe(
      'All other videos are indexed by the engines below.',
    )
  })
})

describe('the remaining time', () => {
  it('is shown as far as it is known', () => {
    expect(timeWords(overview())).toBeNull()
    expect(timeWords(overview({ videos_left: 2 }))).toBe('The first video shows how long the rest takes.')
    expect(timeWords(overview({ videos_left: 2, seconds_left: 700 }))).toBe('About 12m of work.')
    expect(timeWords(overview({ videos_left: 2, seconds_left: 30, not_measured: ['speech'] }))).toBe(
      'About 30s of work, and more for conversation, which nobody has measured yet.',
    )
  })
})

it('the finished share counts stages of videos', () => {
  const engines = [
    { name: 'New', videos: 3, chosen: true },
    { name: 'Old', videos: 1, chosen: false },
  ]
  expect(doneShare({ progress: [] })).toBe(1)
  expect(doneShare({ progress: [{ stage: 'visual', engines, to_do: 1 }] })).toBe(0.75)
})

it('the speed of an engine and the state of a model are plain words', () => {
  expect(paceWords({ id: 'a', pace: null })).toBe('Not measured yet')
  expect(paceWords({ id: 'a', pace: 0.456 })).toBe('0.46 s per second of video')
  expect(paceWords({ id: null, pace: null })).toBe('–')
  expect(modelStateWords({ state: 'downloading', share: 0.428 })).toBe('Downloading 42%')
  expect(modelStateWords({ state: 'ready', share: 1 })).toBe('Ready')
})

it('the size of a download counts only models that nobody has asked for', () => {
  const model = { name: 'a', title: 'A', share: 0, bytes: 400, detail: null }
  expect(
    bytesUnasked([
      { ...model, state: 'unasked' },
      { ...model, state: 'ready' },
      { ...model, state: 'unasked' },
    ]),
  ).toBe(800)
})

it('an examination is shown beside its engine, or beside the first engine of its kind', () => {
  const engine = (id: string) => ({ ...overview().engines[0], kind: 'ocr', id }) as Indexing['engines'][number]
  const engines = [engine('old'), engine('new')]
  const of = (id: string, state: 'passed' | 'refused', kind: 'ocr' | 'text' = 'ocr') =>
    ({ engine: id, kind, name: id, state }) as Indexing['examinations'][number]
  const all = [of('new', 'passed'), of('gone', 'passed'), of('refused', 'refused'), of('other', 'refused', 'text')]
  expect(engines.map((each) => examinationsOf(each, engines, all).map(({ name }) => name))).toEqual([
    ['refused'],
    ['new'],
  ])
})
