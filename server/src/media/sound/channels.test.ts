import { expect, test } from 'vitest'
import { mixChannels, speechOf } from './channels.ts'
import { RATE, type Samples } from './measures.ts'

const SECONDS = 6
const made = (sample: (second: number, at: number) => number): Samples =>
  Float32Array.from({ length: SECONDS * RATE }, (_, at) => sample(at / RATE, at))
/** Repeatable noise from -1 to 1. */
const noise = (seed: number) => {
  let state = seed
  return made(() => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 30 - 1
  })
}
const at = (gain: number, samples: Samples): Samples => samples.map((sample) => gain * sample)
const plus = (one: Samples, other: Samples): Samples => one.map((sample, place) => sample + (other[place] ?? 0))
/** Sounds for half of each second, like speech. */
const voice = (pitch: number, from = 0): Samples =>
  made((second) => (second >= from && second % 1 < 0.5 ? 0.3 * Math.sin(2 * Math.PI * pitch * second) : 0))
const steady = at(0.1, noise(7))
const silence = made(() => 0)

/** A detector for the voices above: they are loud for half of the time, and quiet between. */
const findVoice = async (samples: Int16Array): Promise<number> => {
  const blocks = Array.from({ length: samples.length / 1600 }, (_, block) => {
    const part = samples.subarray(1600 * block, 1600 * (block + 1))
    return Math.sqrt(part.reduce((sum, sample) => sum + sample ** 2, 0) / part.length)
  })
  const loud = blocks.filter((level) => level > 1500).length
  return loud > 0.7 * blocks.length ? 0 : loud / 10
}

const [talk, answer] = [voice(200), voice(330, 3)]
const asItIs = { playing: null, speech: null }
const left = [
  [1, 0],
  [1, 0],
]

test.each([
  ['one channel', [talk], null, asItIs],
  ['the same in both channels', [talk, talk], 'stereo', asItIs],
  ['different music in both channels', [noise(1), noise(2)], 'stereo', asItIs],
  ['two speakers, each in a channel', [talk, answer], 'stereo', asItIs],
  [
    'a speaker in both channels amid other noise',
    [plus(talk, at(0.2, noise(3))), plus(talk, at(0.2, noise(4)))],
    'stereo',
    asItIs,
  ],
  ['silence', [silence, silence], 'stereo', asItIs],
  [
    'a channel that is turned round',
    [talk, at(-0.8, talk)],
    'stereo',
    {
      playing: [
        [1, 0],
        [0, -1],
      ],
      speech: [0.5, -0.5],
    },
  ],
  ['one channel and silence', [talk, silence], 'stereo', { playing: left, speech: [1, 0] }],
  ['one channel and what spills over', [talk, at(0.01, talk)], 'stereo', { playing: left, speech: [1, 0] }],
  ['one channel and noise', [talk, steady], 'stereo', { playing: left, speech: [1, 0] }],
  ['a quiet voice and loud noise', [at(0.003, talk), steady], 'stereo', { playing: left, speech: [1, 0] }],
  [
    'a clipped channel and the same unclipped',
    [talk.map((sample) => Math.max(-1, Math.min(1, 20 * sample))), talk],
    'stereo',
    { playing: null, speech: [0, 1] },
  ],
  [
    'a voice in the centre',
    [steady, noise(5), talk, silence, steady, steady],
    '5.1',
    { playing: null, speech: [0, 0, 1, 0, 0, 0] },
  ],
  [
    'five channels of which two have sound',
    [talk, talk, silence, silence, silence, silence],
    '5.1(side)',
    { playing: null, speech: [0.5, 0.5, 0, 0, 0, 0] },
  ],
  [
    'a voice in the third of four channels',
    [steady, silence, talk, at(0.1, noise(9))],
    null,
    { playing: null, speech: [0, 0, 1, 0] },
  ],
  [
    'two of four channels that would cancel each other',
    [talk, at(-1, talk), silence, silence],
    null,
    { playing: null, speech: [0.5, -0.5, 0, 0] },
  ],
] as const)('%s is heard without loss', async (_name, channels, layout, mix) => {
  expect(await mixChannels(channels, layout, findVoice)).toEqual(mix)
})

test('music beside a voice plays, and is no part of what an engine hears', async () => {
  const hiss = noise(2)
  const music = made((second, place) => (0.1 + (Math.floor(second * 4) % 2)) * 0.2 * (hiss[place] ?? 0))
  // Only the talk is silent at the end of the first second.
  const findTalk = async (samples: Int16Array) => (samples[RATE - 10] === 0 ? 3 : 0)
  expect(await mixChannels([music, talk], 'stereo', findTalk)).toEqual({ playing: null, speech: [0, 1] })
})

test('without a detector a sound whose loudness changes is taken for a voice', async () => {
  expect(await mixChannels([talk, steady], 'stereo', null)).toEqual({ playing: left, speech: [1, 0] })
  expect(await mixChannels([talk, answer], 'stereo', null)).toEqual(asItIs)
  const five = [steady, noise(5), talk, silence, steady, steady].map((samples, place) =>
    place === 2 ? samples : at(0.05, samples),
  )
  expect((await mixChannels(five, '5.1', null)).speech).toEqual([0, 0, 1, 0, 0, 0])
})

test('what an engine gets has the words of both speakers', async () => {
  const channels = [talk, answer]
  const speech = speechOf(channels, await mixChannels(channels, 'stereo', findVoice))
  expect(speech[400]).toBeCloseTo((talk[400] as number) / 2)
  expect(speech[4 * RATE + 500]).toBeCloseTo(
    ((talk[4 * RATE + 500] as number) + (answer[4 * RATE + 500] as number)) / 2,
  )
})
