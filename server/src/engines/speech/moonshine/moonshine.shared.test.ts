import { copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import type { SpeechEngine, SpokenLine, TranscriptStart } from '../../engine.ts'
import { noModels } from '../../testing/no-models.ts'
import { makeSound, say, sayAgain } from '../../testing/spoken-sound.ts'
import { moonshine } from './moonshine.ts'

const settings = { threads: 2, models: noModels }
const folder = await temporaryFolder('speech ')
const engines = new Map<string, SpeechEngine>()
afterAll(() => Promise.all([...engines.values()].map((engine) => engine.close())))

function engine(size: 'base' | 'tiny' = 'tiny'): SpeechEngine {
  const opened = engines.get(size) ?? moonshine(size).open(settings)
  engines.set(size, opened)
  return opened
}

const transcribe = (file: string, size?: 'base' | 'tiny'): Promise<SpokenLine[]> =>
  Array.fromAsync(engine(size).transcribe(file))

test.each(['base', 'tiny'] as const)('Moonshine %s can run, and hears each sentence with its times', async (size) => {
  expect(await moonshine(size).obstacle(settings)).toBeNull()
  // After a second of silence.
  const file = await say(folder, size, 'Good morning everybody. Please close the window before the rain comes.')
  const shares: number[] = []
  const cues = await Array.fromAsync(engine(size).transcribe(file, { onProgress: (share) => shares.push(share) }))
  expect(cues.map(({ text, language }) => [text, language])).toEqual([
    [expect.stringMatching(/^Good morning,? everybody\.$/), 'en'],
    [expect.stringMatching(/^please close the window before the rain comes\.$/i), 'en'],
  ])
  expect(cues[0]?.start).toBeGreaterThan(0.95)
  expect(cues[0]?.start).toBeLessThan(1.35)
  const words = cues.flatMap((cue) => cue.words)
  for (const [at, { start, end, confidence }] of words.entries()) {
    expect(start).toBeGreaterThanOrEqual(words[at - 1]?.end ?? 0)
    expect(end).toBeGreaterThan(start)
    expect(confidence).toBeGreaterThan(0)
    expect(confidence).toBeLessThanOrEqual(1)
  }
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
})

test('continues an earlier transcript with the same result as without a break', async () => {
  const file = await sayAgain(folder, 'sentences', 3)
  const parts: TranscriptStart[] = []
  const cues: SpokenLine[] = []
  const onHeard = async (until: number) => void parts.push({ until, cues: [...cues] })
  for await (const cue of engine().transcribe(file, { onHeard })) cues.push(cue)
  expect(parts.length).toBeGreaterThan(1)
  for (const { until, cues: said } of parts) for (const { end } of said) expect(end).toBeLessThanOrEqual(until)
  const heard = parts[0] as TranscriptStart
  const rest = await Array.fromAsync(engine().transcribe(file, { heard }))
  expect(rest.length).toBeGreaterThan(0)
  expect([...heard.cues, ...rest]).toEqual(cues)
})

test('silence, noise and music hold no speech', async () => {
  const sources = {
    silence: 'anullsrc=r=16000:d=8',
    noise: 'anoisesrc=r=16000:c=pink:a=0.3:seed=1:d=8',
    machine: "aevalsrc='0.2*(mod(t*110,1)-0.5)*(0.5+0.5*sin(2*PI*25*t))':s=16000:d=8",
    music: "aevalsrc='0.2*sin(2*PI*(300*pow(2,floor(mod(t*3,5))*2/12))*t)*(0.5+0.5*sin(2*PI*1.5*t))':s=16000:d=8",
  }
  for (const [name, source] of Object.entries(sources))
    expect(await transcribe(await makeSound(folder, name, '-f', 'lavfi', '-i', source))).toEqual([])
})

test('speech that is no language is kept, and marked as unsure', async () => {
  // Backwards, every sound is one of a voice, and no word is one of English.
  const spoken = await say(
    folder,
    'forwards',
    'Vehicles must not drive faster than ten miles per hour in the parking area.',
  )
  const cues = await transcribe(await makeSound(folder, 'backwards', '-i', spoken, '-af', 'areverse'), 'base')
  expect(cues.every(({ unsure }) => unsure === true)).toBe(true)
})

test('aborting ends the transcription with the signal’s reason', async () => {
  const stop = new AbortController()
  const running = Array.fromAsync(
    engine().transcribe(await sayAgain(folder, 'aborted', 2), {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('Deleted.')),
    }),
  )
  await expect(running).rejects.toThrow('Deleted.')
})

test('a file in another sound format is refused', async () => {
  const file = path.join(folder, 'text.wav')
  await writeFile(file, 'no sound')
  await expect(transcribe(file)).rejects.toMatchObject({ failure: 'refused' })
  const video = path.join(folder, 'named.wav')
  await copyFile(import.meta.filename, video)
  await expect(transcribe(video)).rejects.toMatchObject({ failure: 'refused' })
})
