import { execFile } from 'node:child_process'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import type { SpokenLine } from '../engine.ts'
import { noModels } from '../testing/no-models.ts'
import { makeSound, say } from '../testing/spoken-sound.ts'
import { findInstallation } from './decoder.ts'
import { pocketsphinx } from './pocketsphinx.ts'

const settings = { threads: 2, models: noModels }
const absent = (await pocketsphinx.obstacle(settings)) !== null
const engine = pocketsphinx.open(settings)
const folder = await temporaryFolder('speech ')
afterAll(() => engine.close())

async function transcribe(file: string, signal?: AbortSignal): Promise<SpokenLine[]> {
  return Array.fromAsync(engine.transcribe(file, signal ? { signal } : {}))
}

test.skipIf(absent)('transcribes speech with the times of its words', async () => {
  const file = await say(folder, 'door', 'please close the window before the rain comes')
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
  expect(await transcribe(await makeSound(folder, name, '-f', 'lavfi', '-i', source))).toEqual([])
})

test.skipIf(absent)('aborting ends the transcription with the signal’s reason', async () => {
  const file = await say(folder, 'long', 'this sentence is spoken many times over and over again. '.repeat(10))
  const stop = new AbortController()
  const running = transcribe(file, stop.signal)
  setTimeout(() => stop.abort(new Error('Deleted.')), 700)
  await expect(running).rejects.toThrow('Deleted.')
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
