import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pocketsphinx } from '../../server/src/engines/speech/pocketsphinx.ts'
import { noModels } from '../../server/src/engines/testing/no-models.ts'
import { film as harbour } from './harbour/harbour.ts'
import { film as kitchen } from './kitchen/kitchen.ts'
import { film as lens } from './lens/lens.ts'

const fileOf = (name: string) => join(import.meta.dirname, '..', name)
const speech = { threads: 2, models: noModels }

describe.skipIf((await pocketsphinx.obstacle(speech)) !== null)('the narration of the sample films', () => {
  const engine = pocketsphinx.open(speech)
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'films-heard-'))
  })
  afterAll(async () => {
    await engine.close()
    await rm(folder, { recursive: true })
  })

  it.each([harbour, kitchen, lens])(
    'is heard in $name word for word, a sentence a cue',
    async ({ name, narration }) => {
      const wav = join(folder, `${name}.wav`)
      const sound = ['-vn', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', wav]
      await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', fileOf(`${name}.mp4`), ...sound])
      const cues = await Array.fromAsync(engine.transcribe(wav, {}))
      expect(cues.map(({ text }) => text)).toEqual(narration.map(({ say }) => say.replace(/[.,]/g, '')))
    },
  )
})
