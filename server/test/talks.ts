/** Films in which the same words are said, with tracks and channels of every kind. */
import path from 'node:path'
import { afterAll } from 'vitest'
import type { SpeechEngine } from '../src/engines/engine.ts'
import { moonshine } from '../src/engines/speech/moonshine/moonshine.ts'
import { voiceDetector } from '../src/engines/speech/sound/voice.ts'
import { noModels } from '../src/engines/testing/no-models.ts'
import { extractAudio } from '../src/media/audio.ts'
import { probe } from '../src/media/probe.ts'
import { lookAtSound } from '../src/media/sound/look.ts'
import { planOf } from '../src/media/sound/plan.ts'
import { ffmpeg, H264, makeJob } from './made-media.ts'

/** A film of a talk. */
export interface Talk {
  /** What its sound is like, as the end of a sentence. */
  readonly name: string
  /** Extension, which decides the container. */
  readonly container: string
  /**
   * ffmpeg's graph of filters that makes the tracks `[t1]`, `[t2]` … of `[1]`, the talk, `[2]`, its first half, and `[3]`,
   * its second half by another voice, which begins where the first ends. They have one channel and end together.
   */
  readonly graph: string
  readonly tracks?: number
  /** Further options of the output, in place of AAC. */
  readonly options?: readonly string[]
  /** Which of the words there are; all by default. */
  readonly words?: 'first' | 'two voices'
  /** Seconds at which the talk begins later. */
  readonly later?: number
}

const FIRST = 'Please close the window before the rain comes.'
const SECOND = 'Our new colleague will show you around the building.'

/** The words, as engines that hear them all write them, without capitals and punctuation. */
export const SAID = 'please close the window before the rain comes our new colleague will show you around the building'

const NOISE = 'anoisesrc=colour=pink:amplitude=0.12:sample_rate=48000:duration=9'
const TONE = 'sine=frequency=440:sample_rate=48000:duration=9,volume=-6dB'
const SILENCE = 'anullsrc=channel_layout=mono:sample_rate=48000:duration=9'
const PCM = ['-c:a', 'pcm_s16le']
const joined = (layout: string, inputs: string) =>
  `${inputs}join=inputs=${inputs.split('[').length - 1}:channel_layout=${layout}[t1]`
const copies = (count: number) => `[1]asplit=${count}${Array.from({ length: count }, (_, at) => `[a${at}]`).join('')};`
const noises = (count: number) => Array.from({ length: count }, (_, at) => `${NOISE}:seed=${at + 1}[n${at}];`).join('')

const INVERTED = `${copies(2)}[a1]volume=-1[i];${joined('stereo', '[a0][i]')}`
const ONE_SIDE = `${SILENCE}[s];${joined('stereo', '[1][s]')}`
const OTHER_SIDE = `${SILENCE}[s];${joined('stereo', '[s][1]')}`
const BESIDE_NOISE = `${noises(1)}${joined('stereo', '[1][n0]')}`
const NOISE_FIRST = `${noises(1)}${joined('stereo', '[n0][1]')}`
const TWO_VOICES = joined('stereo', '[2][3]')
const TONE_AND_TALK = `${TONE}[t1];[1]anull[t2]`

/** Each kind of film in each of these containers. */
const kinds = (
  name: string,
  graph: string,
  containers: Readonly<Record<string, readonly string[]>>,
  rest: Partial<Talk> = {},
): Talk[] =>
  Object.entries(containers).map(([container, options]) => ({
    name: `${name}, in ${container}`,
    container,
    graph,
    ...(options.length > 0 ? { options } : {}),
    ...rest,
  }))

export const PLAIN: Talk = { name: 'plain', container: 'mp4', graph: '[1]anull[t1]' }
export const PLAIN_VOICES: Talk = { ...PLAIN, graph: '[2][3]amix=inputs=2:normalize=0[t1]', words: 'two voices' }

/** Defects of channels, layouts, tracks and containers. */
export const TALKS: readonly Talk[] = [
  ...kinds('in stereo', `${copies(2)}${joined('stereo', '[a0][a1]')}`, { mp4: [], ts: ['-c:a', 'mp2'] }),
  ...kinds(
    'in both channels amid noise of their own',
    `${copies(2)}${noises(2)}[n0]volume=-12dB[m0];[n1]volume=-12dB[m1];[a0][m0]amix=normalize=0[l];[a1][m1]amix=normalize=0[r];${joined('stereo', '[l][r]')}`,
    { mp4: [] },
  ),
  ...kinds('with one channel inverted', INVERTED, {
    mp4: [],
    mov: PCM,
    mkv: ['-c:a', 'flac'],
    ts: [],
    avi: PCM,
    webm: ['-c:v', 'libvpx', '-c:a', 'libopus'],
  }),
  ...kinds('in the left channel alone', ONE_SIDE, { mp4: [], mov: PCM, mkv: ['-c:a', 'ac3'] }),
  ...kinds('in the right channel alone', OTHER_SIDE, { mp4: [], ts: ['-c:a', 'mp2'] }),
  ...kinds('left, with noise in the right channel', BESIDE_NOISE, { mp4: [], mov: PCM }),
  ...kinds('right, with noise in the left channel', NOISE_FIRST, { mp4: [], mkv: ['-c:a', 'libopus'] }),
  ...kinds('left, with a hum in the right channel', `${TONE}[s];${joined('stereo', '[1][s]')}`, { mp4: [] }),
  ...kinds(
    'of two people, each in a channel',
    TWO_VOICES,
    { mp4: [], mov: PCM, mkv: ['-c:a', 'flac'] },
    { words: 'two voices' },
  ),
  ...kinds('very quiet', `[1]volume=-45dB[t1]`, { mp4: [], mov: ['-c:a', 'pcm_s24le'] }),
  ...kinds(
    'very quiet, in stereo',
    `${copies(2)}${joined('stereo', '[a0][a1]')};[t1]volume=-40dB[t2]`
      .replace('[t1];[t1]', '[q];[q]')
      .replace('[t2]', '[t1]'),
    { mkv: ['-c:a', 'flac'] },
  ),
  ...kinds('clipped', '[1]volume=24dB[t1]', { mp4: [] }),
  ...kinds(
    'clipped in one of two channels',
    `${copies(2)}[a0]volume=40dB,aformat=sample_fmts=s16[l];${joined('stereo', '[l][a1]')}`,
    { mov: PCM },
  ),
  ...kinds('that begins four seconds late', '[1]asetpts=PTS+4/TB[t1]', { mp4: [], mkv: [], ts: [] }, { later: 4 }),
  ...kinds('in the centre of five channels', `${noises(4)}${SILENCE}[b];${joined('5.1', '[n0][n1][1][b][n2][n3]')}`, {
    mp4: [],
    mkv: ['-c:a', 'ac3'],
  }),
  ...kinds(
    'left and right of five channels',
    `${copies(2)}${SILENCE},asplit=4[c][b][x][y];${joined('5.1', '[a0][a1][c][b][x][y]')}`,
    { mp4: [] },
  ),
  ...kinds('in the third of four channels', `${noises(3)}${joined('4.0', '[n0][n1][1][n2]')}`, { mov: PCM }),
  ...kinds('on the second track after a tone', TONE_AND_TALK, { mp4: [], mov: [], mkv: [], ts: [] }, { tracks: 2 }),
  ...kinds('on the first track before a tone', `[1]anull[t1];${TONE}[t2]`, { mkv: [] }, { tracks: 2 }),
  ...kinds('on the second track after a silent one', `${SILENCE}[t1];[1]anull[t2]`, { mov: PCM }, { tracks: 2 }),
  ...kinds(
    'on the third of four mono tracks',
    `${noises(2)}${SILENCE}[t1];[n0]anull[t2];[1]anull[t3];[n1]anull[t4]`,
    { mov: PCM },
    { tracks: 4 },
  ),
  ...kinds(
    'of two people, each on a track',
    '[2]anull[t1];[3]anull[t2]',
    { mov: PCM, mkv: [] },
    { tracks: 2, words: 'two voices' },
  ),
  ...kinds(
    'on two tracks that would cancel each other',
    `${copies(2)}[a0]anull[t1];[a1]volume=-1[t2]`,
    { mov: PCM },
    { tracks: 2 },
  ),
  ...kinds(
    'in the first of two languages',
    '[2]anull[t1];[3]anull[t2]',
    { mkv: ['-c:a', 'aac', '-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=fre'] },
    { tracks: 2, words: 'first' },
  ),
  ...kinds(
    'inverted, on the second track',
    `${copies(2)}[a1]volume=-1[i];[a0][i]join=inputs=2:channel_layout=stereo[t2];${TONE}[t1]`,
    { mkv: ['-c:a', 'flac'] },
    { tracks: 2 },
  ),
]

type Job = Awaited<ReturnType<typeof makeJob>>

/** Says a text from a second on, in a sound of nine seconds. */
async function speak(file: string, text: string, voice: string, from = 0): Promise<string> {
  const filters = `adelay=${1000 * from},aresample=48000,apad=whole_dur=9`
  await ffmpeg('-f', 'lavfi', '-i', `flite=text='${text}':voice=${voice},${filters}`, file)
  return file
}

/** Makes films of a talk in a job's folder. */
export async function openTalks(job: Job) {
  const said = await Promise.all([
    speak(job.path('whole.wav'), `${FIRST} ${SECOND}`, 'slt'),
    speak(job.path('first.wav'), FIRST, 'slt'),
    speak(job.path('second.wav'), SECOND, 'rms', 3.5),
  ])
  let count = 0
  return {
    /** @returns its path */
    async make({ container, graph, tracks = 1, options = ['-c:a', 'aac'], later = 0 }: Talk): Promise<string> {
      const file = job.path(`talk-${++count}.${container}`)
      const maps = Array.from({ length: tracks }, (_, at) => ['-map', `[t${at + 1}]`]).flat()
      const picture = container === 'webm' ? [] : H264
      await ffmpeg(
        ...['-f', 'lavfi', '-i', `color=c=gray:size=160x90:rate=10:duration=${9 + later}`],
        ...said.flatMap((sound) => ['-i', sound]),
        ...['-filter_complex', graph, '-map', '0:v', ...maps],
        ...[...picture, ...options, '-disposition:a', 'default', file],
      )
      return file
    },
  }
}

const detector = voiceDetector()

/** The words of a film, lower case, with the second at which each begins, by the functions of indexing. */
export async function wordsOf(job: Job, engine: SpeechEngine, file: string) {
  const { signal } = new AbortController()
  const info = await probe(job, file)
  const sound = await lookAtSound(job, file, info, (samples) => detector.secondsIn(samples, signal))
  const wav = await extractAudio(
    job,
    file,
    info,
    planOf(sound, null),
    path.join(job.folder, `${path.basename(file)}.wav`),
  )
  const cues = wav ? await Array.fromAsync(engine.transcribe(wav)) : []
  const said = cues.flatMap(({ words }) => words)
  return {
    words: said.map(({ word }) => word.toLowerCase().replaceAll(/[^a-z']/g, '')),
    start: said[0]?.start ?? null,
    info,
    sound,
  }
}
/** Ends the detector of voices. */
/** Films with talks for the tests of a file, and an engine that hears them. */
export async function startTalks() {
  const job = await makeJob()
  const engine = moonshine('base').open({ threads: 2, models: noModels })
  afterAll(async () => {
    await Promise.all([engine.close(), detector[Symbol.asyncDispose]()])
    await job.remove()
  })
  return { job, engine, talks: await openTalks(job) }
}
