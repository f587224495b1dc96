import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { ffmpeg } from '../../../test/made-media.ts'
import { decodersIn } from '../testing/decoders.ts'
import { decodeUtterances, findInstallation, type Installation, wordsOf } from './decoder.ts'
import { readWavLayout } from './sound/wav.ts'

const installation = await findInstallation()
const folder = await mkdtemp(join(tmpdir(), 'footnote-decoder-'))

afterAll(() => rm(folder, { recursive: true, force: true }))

async function* lines(...written: string[]): AsyncGenerator<string> {
  yield* written
}

test('decoder lines become words of the whole file, without fillers and pronunciation marks', async () => {
  const utterances = [
    { start: 0, end: 2 },
    { start: 4, end: 5 },
    { start: 10, end: 11 },
    { start: 12, end: 13 },
  ]
  const ctm = lines(
    '000 1 0.29 0.35 and(2) 0.963',
    '000 1 0.70 0.20 <sil> 1.000',
    '002 1 0.50 0.90 [NOISE] 0.5',
    '002 1 0.50 0.90 tea 1.002',
  )
  expect(await Array.fromAsync(wordsOf(ctm, utterances))).toEqual([
    [{ word: 'and', start: 0.29, end: 0.64, confidence: 0.963 }],
    [],
    [{ word: 'tea', start: 10.5, end: 11, confidence: 1 }],
    [],
  ])
})

test.skipIf('missing' in installation)('a decoder that opens its file late is waited for', async () => {
  // Decoders of an ordinary user run as that user, and make their files themselves.
  vi.spyOn(process, 'getuid').mockReturnValue(1_000)
  const file = join(folder, 'said.wav')
  await ffmpeg('-f', 'lavfi', '-i', "flite=voice=rms:text='please close the window'", '-ar', '16000', file)
  const words = decodeUtterances(installation as Installation, file, await readWavLayout(file), [
    { start: 0, end: 1.5 },
  ])
  const said = Array.fromAsync(words)
  await expect.poll(() => decodersIn(folder), { interval: 5, timeout: 10_000 }).toHaveLength(1)
  const [decoder] = await decodersIn(folder)
  process.kill(decoder as number, 'SIGSTOP')
  await wait(2_500)
  process.kill(decoder as number, 'SIGCONT')
  expect((await said).flat().map(({ word }) => word)).toContain('window')
})
