import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pocketsphinx } from '../server/src/engines/speech/pocketsphinx.ts'
import { noModels } from '../server/src/engines/testing/no-models.ts'
import { FRAME } from './film.ts'
import { film as harbour } from './harbour/harbour.ts'
import { film as kitchen } from './kitchen/kitchen.ts'
import { film as lens } from './lens/lens.ts'

interface Facts {
  title: string
  file: string
  duration: number
  description: string
}

const fileOf = (name: string) => fileURLToPath(new URL(`films/${name}`, import.meta.url))
const films = JSON.parse(await readFile(fileOf('films.json'), 'utf8')) as Facts[]

async function ffprobe(file: string, ...options: string[]) {
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-of', 'json', ...options, file])
  return JSON.parse(stdout)
}

describe('the sample films', () => {
  it('are three, of about 90 seconds and at most 6 MB together', async () => {
    const sizes = await Promise.all(films.map(async ({ file }) => (await stat(fileOf(file))).size))
    expect(films).toHaveLength(3)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(6_000_000)
    const seconds = films.reduce((sum, film) => sum + film.duration, 0)
    expect(seconds).toBeGreaterThanOrEqual(89)
    expect(seconds).toBeLessThanOrEqual(91)
  })

  it.each(films)('$file is as long as films.json says, plays in any browser and has a voice', async (film) => {
    expect(film.title).not.toBe('')
    expect(film.description).not.toBe('')
    const { format, streams } = await ffprobe(fileOf(film.file), '-show_format', '-show_streams')
    expect(Number(format.duration)).toBeCloseTo(film.duration, 0)
    expect(streams).toMatchObject([
      { codec_name: 'h264', pix_fmt: 'yuv420p', width: FRAME.width, height: FRAME.height, r_frame_rate: '25/1' },
      { codec_name: 'aac' },
    ])
    const start = (await readFile(fileOf(film.file))).toString('latin1')
    expect(start.indexOf('moov'), 'the index stands before the media').toBeLessThan(start.indexOf('mdat'))
    const { stderr } = await promisify(execFile)('ffmpeg', [
      '-i',
      fileOf(film.file),
      '-af',
      'volumedetect',
      '-f',
      'null',
      '-',
    ])
    expect(Number(/mean_volume: (-?[\d.]+)/.exec(stderr)?.[1])).toBeGreaterThan(-35)
  })

  it.each(films)('$file has several shots', async (film) => {
    const graph = `movie=${fileOf(film.file)},select=gt(scene\\,0.12)`
    const { frames } = await ffprobe(graph, '-f', 'lavfi', '-show_entries', 'frame=pts_time')
    expect(frames.length).toBeGreaterThanOrEqual(3)
  })
})

const speech = { threads: 2, models: noModels }

describe.skipIf((await pocketsphinx.obstacle(speech)) !== null)('what is said in the sample films', () => {
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
