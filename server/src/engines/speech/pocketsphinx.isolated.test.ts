import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { testMedia } from '../../../test/test-media.ts'
import type { Heard, SpokenLine } from '../engine.ts'
import { decodersIn } from '../testing/decoders.ts'
import { noModels } from '../testing/no-models.ts'
import { findInstallation } from './decoder.ts'
import { pocketsphinx } from './pocketsphinx.ts'

const RECORDED = testMedia('jfk.wav') ?? ''
const settings = { threads: 2, models: noModels }
const absent = (await pocketsphinx.obstacle(settings)) !== null
const engine = pocketsphinx.open(settings)

const folder = await mkdtemp(join(tmpdir(), 'footnote speech '))

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

/** A WAV file in the format of indexing, from any of ffmpeg's sources. */
async function sound(name: string, ...source: string[]): Promise<string> {
  const file = join(folder, `${name}.wav`)
  await promisify(execFile)('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...source,
    '-ar',
    '16000',
    '-ac',
    '1',
    '-c:a',
    'pcm_s16le',
    file,
  ])
  return file
}

async function say(name: string, text: string): Promise<string> {
  await writeFile(join(folder, `${name}.txt`), text)
  return sound(
    name,
    '-f',
    'lavfi',
    '-i',
    `flite=voice=rms:textfile='${join(folder, `${name}.txt`)}',adelay=1000,apad=pad_dur=1`,
  )
}

test.skipIf(absent)('continues an earlier transcript with the same result as without a break', async () => {
  const sentence = await say('sentence', 'please close the window before the rain comes')
  const file = await sound('sentences', '-stream_loop', '11', '-i', sentence)
  const parts: Heard[] = []
  const cues: SpokenLine[] = []
  const onHeard = async (until: number) => void parts.push({ until, cues: [...cues] })
  for await (const cue of engine.transcribe(file, { onHeard })) cues.push(cue)
  expect(parts.length).toBeGreaterThan(1)
  for (const { until, cues: said } of parts) for (const { end } of said) expect(end).toBeLessThanOrEqual(until)
  const heard = parts[0] as Heard
  const rest = await Array.fromAsync(engine.transcribe(file, { heard }))
  expect(rest.length).toBeGreaterThan(0)
  expect([...heard.cues, ...rest]).toEqual(cues)
})

test.skipIf(absent)('continues the transcript of a machine with other threads, and repeats nothing', async () => {
  const sentence = await say('a sentence', 'please close the window before the rain comes')
  const file = await sound('many sentences', '-stream_loop', '23', '-i', sentence)
  const several = pocketsphinx.open({ ...settings, threads: 4 })
  const ends: number[] = []
  for await (const _ of several.transcribe(file, { onHeard: async (until) => void ends.push(until) }));
  await several.close()
  const all = await transcribe(file)
  expect(ends.length).toBeGreaterThan(1)
  for (const until of ends.slice(0, -1)) {
    const rest = await Array.fromAsync(engine.transcribe(file, { heard: { until, cues: [] } }))
    expect(rest.map(({ start }) => Math.round(start))).toEqual(
      all.filter(({ start }) => start > until).map(({ start }) => Math.round(start)),
    )
  }
})

async function transcribe(file: string, signal?: AbortSignal): Promise<SpokenLine[]> {
  return Array.fromAsync(engine.transcribe(file, signal ? { signal } : {}))
}

test.skipIf(absent)('transcribes speech with the times of its words', async () => {
  const file = await say('door', 'please close the window before the rain comes')
  const shares: number[] = []
  const cues = await Array.fromAsync(engine.transcribe(file, { onProgress: (share) => shares.push(share) }))
  const text = cues.map((cue) => cue.text).join(' ')
  for (const word of ['close', 'window', 'rain']) expect(text.toLowerCase()).toContain(word)
  const words = cues.flatMap((cue) => cue.words)
  expect(words[0]!.start).toBeGreaterThan(0.9)
  expect(words[0]!.start).toBeLessThan(1.5)
  for (const [i, word] of words.entries()) {
    expect(word.end).toBeGreaterThan(word.start)
    expect(word.start).toBeGreaterThanOrEqual(words[i - 1]?.end ?? 0)
    expect(word.confidence).toBeGreaterThanOrEqual(0)
    expect(word.confidence).toBeLessThanOrEqual(1)
  }
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
})

test.skipIf(absent).each([
  ['silence', 'anullsrc=r=16000:cl=mono:d=5'],
  ['hiss', 'anoisesrc=d=5:c=pink:a=0.1:seed=1'],
  ['a tone', 'sine=f=1000:d=5'],
])('%s has no cue', async (name, source) => {
  expect(await transcribe(await sound(name, '-f', 'lavfi', '-i', source))).toEqual([])
})

test.skipIf(absent)('aborting ends the transcription with the signal’s reason', async () => {
  const file = await say('long', 'this sentence is spoken many times over and over again. '.repeat(10))
  const stop = new AbortController()
  const running = transcribe(file, stop.signal)
  setTimeout(() => stop.abort(new Error('Deleted.')), 700)
  await expect(running).rejects.toThrow('Deleted.')
})

const decoding = async (): Promise<boolean> => (await decodersIn(folder)).length > 0

const until = (wanted: boolean): Promise<void> => expect.poll(decoding).toBe(wanted)

test.skipIf(absent || !existsSync('/usr/bin/setpriv'))('no decoder outlives a killed owner', async () => {
  const file = await say('orphan', 'this sentence is spoken many times over and over again. '.repeat(20))
  const script = `
    const { pocketsphinx } = await import(${JSON.stringify(new URL('./pocketsphinx.ts', import.meta.url).href)})
    await Array.fromAsync(pocketsphinx.open(${JSON.stringify(settings)}).transcribe(process.argv[1]))`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script, file], { stdio: 'ignore' })
  await until(true)
  owner.kill('SIGKILL')
  await until(false)
})

test.skipIf(absent)('a file in another sound format is refused', async () => {
  const file = join(folder, 'text.wav')
  await writeFile(file, 'no sound')
  await expect(transcribe(file)).rejects.toMatchObject({ failure: 'refused' })
})

test('a machine without the program or without the model says which is missing', async () => {
  expect(await findInstallation([join(folder, 'nowhere')])).toEqual({ missing: 'program' })
  const prefix = join(folder, 'prefix')
  await promisify(execFile)('mkdir', ['-p', join(prefix, 'bin')])
  await copyFile('/bin/true', join(prefix, 'bin/pocketsphinx_batch'))
  expect(await findInstallation([prefix])).toEqual({ missing: 'model' })
})

test.skipIf(absent || !RECORDED)('transcribes a recorded speech well enough for search', async () => {
  const file = join(folder, 'jfk.wav')
  await copyFile(RECORDED, file)
  const text = (await transcribe(file)).map((cue) => cue.text.toLowerCase()).join(' ')
  expect(text).toContain('my fellow american')
  expect(text).toContain('what you can do for your country')
})

test.skipIf(absent)('one decoder per thread reports its first words while it decodes the others', async () => {
  const sentence = await say('one of many', 'please close the window before the rain comes')
  const file = await sound('one decoder', '-stream_loop', '23', '-i', sentence)
  const seen = new Set<number>()
  const working: boolean[] = []
  const onHeard = async () => {
    const now = await decodersIn(folder)
    for (const id of now) seen.add(id)
    working.push(now.length > 0)
  }
  const one = pocketsphinx.open({ ...settings, threads: 1 })
  const cues = await Array.fromAsync(one.transcribe(file, { onHeard }))
  await one.close()
  expect(cues.length).toBeGreaterThanOrEqual(24)
  expect(working).toEqual([true, false])
  expect(seen.size).toBe(1)
})
