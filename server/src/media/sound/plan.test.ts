import type { Sound, SoundTrack } from '@footnote/contract/nouns/library/videos/sound.ts'
import { expect, test } from 'vitest'
import { planOf, soundGraph, unchangedTrack } from './plan.ts'

const track = (stream: number, fields: Partial<SoundTrack> = {}): SoundTrack => ({
  stream,
  codec: 'aac',
  channels: 2,
  layout: 'stereo',
  title: null,
  language: null,
  silent: false,
  playing: null,
  speech: null,
  speech_gain: 0,
  ...fields,
})
const sound: Sound = {
  tracks: [track(1), track(2, { channels: 1, layout: 'mono' }), track(4, { silent: true })],
  heard: [2],
}
const streams = (choice: 'mix' | number | null) => planOf(sound, choice).heard.map(({ stream }) => stream)

test('a plan has the tracks that were found, the chosen one, or all that can be heard', () => {
  expect([streams(null), streams(1), streams(3), streams('mix')]).toEqual([[2], [1], [4], [1, 2]])
})

test('a choice that the file does not have is none', () => {
  expect(streams(9)).toEqual([2])
})

test('a track that is heard as it is passes unchanged, without further filters', () => {
  const plan = planOf(sound, 1)
  expect(unchangedTrack(plan)?.stream).toBe(1)
  expect(soundGraph(plan, 'playing', ['atrim=end=2'])).toBe('[0:1]atrim=end=2[sound]')
})

test('a film without tracks has no sound', () => {
  expect(soundGraph(planOf({ tracks: [], heard: [] }, null), 'playing', [])).toBeNull()
})

test('changed channels are mixed by their gains, louder for an engine alone', () => {
  const turned = track(1, {
    playing: [
      [1, 0],
      [0, -1],
    ],
    speech: [0.5, -0.5],
    speech_gain: 12,
  })
  const plan = planOf({ tracks: [turned], heard: [1] }, null)
  expect(unchangedTrack(plan)).toBeNull()
  expect(soundGraph(plan, 'playing', ['anull'])).toBe(
    '[0:1]aformat=channel_layouts=stereo,pan=stereo|c0=1.000000*c0|c1=-1.000000*c1,anull[sound]',
  )
  expect(soundGraph(plan, 'speech', ['anull'])).toBe(
    '[0:1]aformat=channel_layouts=stereo,pan=mono|c0=0.500000*c0-0.500000*c1,volume=12.0dB,anull[sound]',
  )
})

test('several tracks are mixed in equal shares', () => {
  expect(soundGraph(planOf(sound, 'mix'), 'playing', ['anull'])).toMatch(
    /^\[0:1\].*\[track0\];\[0:2\].*\[track1\];\[track0\]\[track1\]amix=inputs=2:.*weights='0\.500000 0\.500000',anull\[sound\]$/,
  )
})
