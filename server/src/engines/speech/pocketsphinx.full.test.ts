import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { testMedia } from '../../../test/test-media.ts'
import type { Heard, SpokenLine } from '../engine.ts'
import { decodersIn } from '../testing/decoders.ts'
import { noModels } from '../testing/no-models.ts'
import { say, sayAgain } from '../testing/spoken-sound.ts'
import { pocketsphinx } from './pocketsphinx.ts'

const RECORDED = testMedia('jfk.wav') ?? ''
const settings = { threads: 2, models: noModels }
const absent = (await pocketsphinx.obstacle(settings)) !== null
const engine = pocketsphinx.open(settings)
const folder = await temporaryFolder('speech ')
afterAll(() => engine.close())

const transcribe = (file: string): Promise<SpokenLine[]> => Array.fromAsync(engine.transcribe(file, {}))

test.skipIf(absent)('continues an earlier transcript with the same result as without a break', async () => {
  const file = await sayAgain(folder, 'sentences', 12)
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
  const file = await sayAgain(folder, 'many sentences', 24)
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

const decoding = async (): Promise<boolean> => (await decodersIn(folder)).length > 0

const until = (wanted: boolean): Promise<void> => expect.poll(decoding).toBe(wanted)

test.skipIf(absent || !existsSync('/usr/bin/setpriv'))('no decoder outlives a killed owner', async () => {
  const file = await say(folder, 'orphan', 'this sentence is spoken many times over and over again. '.repeat(20))
  const script = `
    const { pocketsphinx } = await import(${JSON.stringify(new URL('./pocketsphinx.ts', import.meta.url).href)})
    await Array.fromAsync(pocketsphinx.open(${JSON.stringify(settings)}).transcribe(process.argv[1]))`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script, file], { stdio: 'ignore' })
  await until(true)
  owner.kill('SIGKILL')
  await until(false)
})

test.skipIf(absent || !RECORDED)('transcribes a recorded speech well enough for search', async () => {
  const file = join(folder, 'jfk.wav')
  await copyFile(RECORDED, file)
  const text = (await transcribe(file)).map((cue) => cue.text.toLowerCase()).join(' ')
  expect(text).toContain('my fellow american')
  expect(text).toContain('what you can do for your country')
})

test.skipIf(absent)('one decoder per thread reports its first words while it decodes the others', async () => {
  const file = await sayAgain(folder, 'one decoder', 24)
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
