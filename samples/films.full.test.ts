import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

interface Facts {
  title: string
  file: string
  duration: number
  description: string
  version_of?: string
  comments?: { start_time: number; end_time: number | null }[]
}

const fileOf = (name: string) => join(import.meta.dirname, name)
const films = JSON.parse(await readFile(fileOf('films.json'), 'utf8')) as Facts[]

async function ffprobe(file: string, ...options: string[]) {
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-of', 'json', ...options, file])
  return JSON.parse(stdout)
}

describe('the sample films', () => {
  it('are three, of about 90 seconds, and a second version; at most 8 MB together', async () => {
    const sizes = await Promise.all(films.map(async ({ file }) => (await stat(fileOf(file))).size))
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(8_000_000)
    const first = films.filter(({ version_of }) => version_of === undefined)
    expect(first).toHaveLength(3)
    const seconds = first.reduce((sum, film) => sum + film.duration, 0)
    expect(seconds).toBeGreaterThanOrEqual(89)
    expect(seconds).toBeLessThanOrEqual(91)
    const versions = films.filter(({ version_of }) => first.some(({ file }) => file === version_of))
    expect(versions.map(({ file }) => file)).toEqual(['harbour-v2.mp4'])
  })

  it('have comments within their length', () => {
    const ends = films.flatMap(({ duration, comments = [] }) =>
      comments.map(({ start_time, end_time }) => ({ duration, end: end_time ?? start_time })),
    )
    expect(ends.length).toBeGreaterThan(1)
    for (const { duration, end } of ends) expect(end).toBeLessThan(duration)
  })

  it.each(films)('$file has the length in films.json, plays in any browser and has a voice', async (film) => {
    expect(film.title).not.toBe('')
    expect(film.description).not.toBe('')
    const { format, streams } = await ffprobe(fileOf(film.file), '-show_format', '-show_streams')
    expect(Number(format.duration)).toBeCloseTo(film.duration, 0)
    expect(streams).toMatchObject([
      { codec_name: 'h264', pix_fmt: 'yuv420p', width: 1280, height: 720, r_frame_rate: '25/1' },
      { codec_name: 'aac' },
    ])
    const start = (await readFile(fileOf(film.file))).toString('latin1')
    expect(start.indexOf('moov'), 'the index is before the media').toBeLessThan(start.indexOf('mdat'))
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
