import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { confine, meansFor } from './confine.ts'

const run = promisify(execFile)

test.runIf(process.platform === 'linux').each([true, false])(
  'a decoder of an ordinary user cannot gain rights, with bubblewrap: %s',
  async (wanted) => {
    const found = await meansFor({ kind: 'own' })
    const means = { ...found, bubblewrap: found.bubblewrap && wanted }
    const folder = await temporaryFolder('no-new-privileges')
    const input = path.join(folder, 'input')
    await writeFile(input, '')
    const [command = '', ...words] = await confine({ kind: 'own' }, means, 'setpriv', { folder, input, fileBytes: 1e6 })
    const { stdout } = await run(command, [...words, 'setpriv', '--dump'])
    expect(stdout).toMatch(/^no_new_privs: 1$/m)
  },
)
