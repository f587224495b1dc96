import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moonshine } from '../server/src/engines/speech/moonshine/moonshine.ts'
import { noModels } from '../server/src/engines/testing/no-models.ts'
import screenplay from './screenplay.json' with { type: 'json' }

const engine = moonshine('base').open({ threads: 2, models: noModels })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'films-heard-'))
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

it.each(Object.entries(screenplay))(
  'the narration of %s is heard word for word, a sentence a cue',
  async (name, film) => {
    const wav = join(folder, `${name}.wav`)
    const sound = ['-vn', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', wav]
    const file = join(import.meta.dirname, `${name}.mp4`)
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', file, ...sound])
    const cues = await Array.fromAsync(engine.transcribe(wav, {}))
    expect(cues.map(({ text }) => text)).toEqual(film.narration.map(({ say }) => say))
    expect(cues.some(({ unsure }) => unsure)).toBe(false)
    for (const [at, { start }] of cues.entries()) {
      // The synthesiser begins each line with a fifth of a second of silence.
      expect(start - (film.narration[at]?.at ?? 0)).toBeGreaterThan(0)
      expect(start - (film.narration[at]?.at ?? 0)).toBeLessThan(0.4)
    }
  },
)
