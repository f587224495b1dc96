import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FRAMES, startKilledRenderings } from '../../../../test/killed-renderings.ts'

const KILLS = 2

const { server, owner, collection, renderedDespiteKills, numbersOf } = await startKilledRenderings()

test('a download whose worker is killed twice is one file, with one notification', async () => {
  const { download_file = '' } = await renderedDespiteKills(KILLS, {})
  expect(await numbersOf(download_file)).toEqual(FRAMES)
  expect(await readdir(path.join(server.files, 'exports', owner.id))).toHaveLength(1)
}, 300_000)

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
}, 600_000)
