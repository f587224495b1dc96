import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { whyUnwatchable } from '../../../test/strace.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

test.skipIf(whyUnwatchable() !== null)(
  'an interrupted write leaves nothing, however late its file is opened',
  async () => {
    const folder = await temporaryFolder('storage')
    const script = `
    import { DiskStorage } from ${JSON.stringify(path.join(import.meta.dirname, 'disk.ts'))}
    const storage = new DiskStorage({ folder: ${JSON.stringify(folder)}, secret_key: ${JSON.stringify(SECRET)} })
    const cutOff = async function* () { throw new Error('cut off') }
    for (let time = 0; time < 5; time += 1)
      await storage.stage('upload/a.mp4', cutOff()).then(() => process.exit(1), () => undefined)
    setTimeout(() => undefined, 500)`
    const slowly = ['--follow-forks', '--quiet=all', '--output', '/dev/null', '--inject=openat:delay_enter=30000']
    const words = [...slowly, process.execPath, '--input-type=module', '--eval', script]
    await promisify(execFile)('strace', ['--trace=openat', ...words])
    expect(await readdir(path.join(folder, '.incoming'))).toEqual([])
  },
)
