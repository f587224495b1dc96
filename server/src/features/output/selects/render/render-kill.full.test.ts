import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FRAMES, PIECES, RATE, startKilledRenderings } from '../../../../../test/killed-renderings.ts'

const KILLS = 2

const { server, owner, collection, selects, renderedDespiteKills, numbersOf } = await startKilledRenderings()

test('a download whose worker is killed twice is one file, with one notification', async () => {
  const { download_file = '' } = await renderedDespiteKills(KILLS, {})
  expect(await numbersOf(download_file)).toEqual(FRAMES)
  expect(await readdir(path.join(server.files, 'exports', owner.id))).toHaveLength(1)
})

test('a rendering for review whose worker is killed twice is one video, and the next one is its version', async () => {
  for (const version of [1, 2]) {
    const { video_id } = await renderedDespiteKills(KILLS, { index_id: collection })
    const details = (await server.get(`/api/get_video_details/${video_id}`, owner)).json
    expect(details).toMatchObject({ version, file_name: 'Best of.mp4' })
    expect(await numbersOf(details.file_url)).toEqual(FRAMES)
  }
  const rows = await server.db.selectFrom('videos').select('version').where('file_name', '=', 'Best of.mp4').execute()
  expect(rows.map(({ version }) => version).sort()).toEqual([1, 2])
  expect(await server.db.selectFrom('uploads').select('id').execute()).toEqual([])
  expect(await server.db.selectFrom('select_renderings').select('id').execute()).toEqual([])
})

test('EDL and OTIO have the frames of the rendered file, and their totals are its length', async () => {
  const exported = async (format: string) =>
    (await server.get(`/api/selects/${selects}/export?format=${format}`, owner)).text
  const frameOf = (timecode: string) => {
    const [hours = 0, minutes = 0, seconds = 0, frames = 0] = timecode.split(':').map(Number)
    return ((hours * 60 + minutes) * 60 + seconds) * RATE + frames
  }
  const events = (await exported('edl')).split('\n').filter((line) => /^\d{3} /.test(line))
  const times = events.map((line) => (line.match(/\d\d:\d\d:\d\d:\d\d/g) ?? []).map(frameOf))
  expect(times.map(([first, end]) => [first, end])).toEqual(PIECES)
  expect((times.at(-1)?.[3] ?? 0) - (times[0]?.[2] ?? 0)).toBe(FRAMES.length)

  const [track] = JSON.parse(await exported('otio')).tracks.children
  const ranges: { start_time: { value: number; rate: number }; duration: { value: number } }[] = track.children.map(
    ({ source_range }: { source_range: object }) => source_range,
  )
  expect(ranges.map(({ start_time, duration }) => [start_time.value, start_time.value + duration.value])).toEqual(
    PIECES,
  )
  expect(ranges.reduce((total, { duration }) => total + duration.value, 0)).toBe(FRAMES.length)
  expect(new Set(ranges.map(({ start_time }) => start_time.rate))).toEqual(new Set([RATE]))
})
