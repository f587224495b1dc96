import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { startProduct } from '../../../test/product.ts'
import { mountSmallDisk } from '../../../test/small-disk.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { createEmptyDatabase } from '../../../test/test-database.ts'
import { runWords } from '../../../test/typed-command.ts'

const MIB = 1024 ** 2

describe('without room', async () => {
  // More than the rows of an empty product need, less than those and a film.
  const disk = await mountSmallDisk(24 * MIB)
  const why = 'reason' in disk ? disk.reason : null
  afterAll(() => ('remove' in disk ? disk.remove() : undefined))
  const product = await startProduct()
  afterAll(() => product.close())
  const settings = { DATABASE_URL: product.config.database_url, DATA_DIR: product.config.data_dir, SECRET_KEY: SECRET }
  const film = async (name: string) =>
    await product.storage.write(`videos/${name}/original.mp4`, Readable.from([Buffer.alloc(20 * MIB)]), 'video/mp4')
  const small = 'folder' in disk ? disk.folder : ''

  test.skipIf(why !== null)(
    `a backup asks first, for what the last one does not have, and leaves nothing${why ? ` (${why})` : ''}`,
    async () => {
      const target = path.join(small, 'backups')
      await mkdir(target)
      expect((await runWords(['backup', target], settings)).code).toBe(0)
      const before = await readdir(target)
      await film('a')
      const typed = await runWords(['backup', target], settings)
      expect([typed.code, typed.error]).toEqual([
        1,
        expect.stringMatching(/The backup may need .* are free in .*Make room/),
      ])
      expect(await readdir(target)).toEqual(before)
    },
  )

  test.skipIf(why !== null)(
    `a restore asks first for 2.2 times the rows, and the files, and touches nothing${why ? ` (${why})` : ''}`,
    async () => {
      const target = await temporaryFolder('no-room')
      expect((await runWords(['backup', target], settings)).code).toBe(0)
      const data_dir = path.join(small, 'data')
      await mkdir(data_dir)
      await writeFile(path.join(small, 'filler'), Buffer.alloc(5 * MIB))
      const place = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: data_dir, SECRET_KEY: SECRET }
      const typed = await runWords(['restore', target], place)
      expect([typed.code, typed.error]).toEqual([
        1,
        expect.stringMatching(/The restore needs .*, where .* are free\. Make room/),
      ])
      expect(await readdir(data_dir)).toEqual([])
      expect((await runWords(['fsck'], place)).error).toContain('This database is empty')
      // Linking and leaving out need no room for files.
      expect((await runWords(['backup', path.join(small, 'backups'), '--files', 'none'], settings)).code).toBe(0)
    },
  )
})
