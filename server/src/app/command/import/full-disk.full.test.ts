import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { JOBS } from '@footnote/contract/shared/limits.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { SECRET } from '../../../../../seed/rows/senders.ts'
import { startProduct } from '../../../../test/product.ts'
import { mountSmallDisk } from '../../../../test/small-disk.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { runWords } from '../../../../test/typed-command.ts'

const MIB = 1024 ** 2
const EARLIER = new Date(Date.now() - 60_000)

describe('on a full disk', async () => {
  const disk = await mountSmallDisk(JOBS.room_before + 10 * MIB)
  const why = 'reason' in disk ? disk.reason : null
  afterAll(() => ('remove' in disk ? disk.remove() : undefined))
  const product = await startProduct()
  afterAll(() => product.close())

  test.skipIf(why !== null)(
    `an import stops with a sentence, leaves nothing half, and another one goes on${why ? ` (${why})` : ''}`,
    async () => {
      if ('reason' in disk) throw new Error(disk.reason)
      const owner = await product.person()
      const source = await temporaryFolder('import-full')
      const films = ['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4']
      for (const name of films) {
        await writeFile(path.join(source, name), Buffer.alloc(4 * MIB, name))
        await utimes(path.join(source, name), EARLIER, EARLIER)
      }
      const data_dir = path.join(disk.folder, 'data')
      await mkdir(data_dir)
      const settings = { DATABASE_URL: product.config.database_url, DATA_DIR: data_dir, SECRET_KEY: SECRET }
      const type = (...words: string[]) => runWords(words, settings)
      const importing = () => type('import', source, '--collection', 'Rushes')
      const videos = () =>
        product.db.selectFrom('videos').select(['source', 'storage_key']).where('user_id', '=', owner.id).execute()
      const stored = async () => {
        const entries = await readdir(path.join(data_dir, 'files'), { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile())
        return files.map((file) => path.relative(path.join(data_dir, 'files'), path.join(file.parentPath, file.name)))
      }

      const full = await importing()
      expect([full.code, full.out, full.error]).toEqual([
        1,
        '2 files taken\n',
        expect.stringContaining(
          'There is no room for the next file on the disk of this server. Make room, then go on.',
        ),
      ])
      const taken = await videos()
      expect(taken.length).toBe(2)
      expect((await stored()).sort()).toEqual(taken.map(({ storage_key }) => storage_key).sort())
      expect(await product.db.selectFrom('uploads').select('id').execute()).toEqual([])
      expect((await readdir(source)).sort()).toEqual(films)

      await disk.resize(JOBS.room_before + 30 * MIB)
      expect(await importing()).toMatchObject({ code: 0, out: '2 files taken\n2 taken before\n' })
      const all = await videos()
      expect(all.map(({ source: name }) => name).sort()).toEqual(films)
      for (const { source: name, storage_key } of all)
        expect((await readFile(path.join(data_dir, 'files', storage_key))).equals(Buffer.alloc(4 * MIB, name!))).toBe(
          true,
        )
    },
  )
})
