import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { obstacleToPlaying, runOn } from '../../../test/other-machine.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

const source = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** A folder of a worker with two device files that everybody may open, as drivers make them; both give zeros. */
async function makeDevices(owner: string) {
  const data = await temporaryFolder('devices')
  await mkdir(path.join(data, 'work'))
  await writeFile(path.join(data, 'input'), 'x')
  spawnSync('chown', ['-R', owner, data])
  spawnSync('chmod', ['711', data])
  const devices = ['chosen', 'other'].map((name) => path.join(data, name))
  for (const device of devices) {
    expect(spawnSync('mknod', [device, 'c', '1', '5']).status).toBe(0)
    spawnSync('chmod', ['666', device])
  }
  return { data, devices }
}

/** What a decoder can open of two devices: 'chosen' and 'other'. @param named those that its start names */
async function opened(machine: Parameters<typeof runOn>[0], owner: string, named: 'chosen' | 'none') {
  const { data, devices } = await makeDevices(owner)
  const device = JSON.stringify(named === 'chosen' ? devices.slice(0, 1) : [])
  const script = `for each in "$@"; do test "$(head -c 2 "$each" | od -An -tx1)" = ' 00 00' && echo "\${each##*/}"; done; ls /dev`
  const said = await runOn(
    { ...machine, data_dir: data },
    `import { startDecoder } from ${source('./decoder.ts')}
    import { withJobFolder } from ${source('./job-folder.ts')}
    await withJobFolder(${JSON.stringify(path.join(data, 'work'))}, async (folder) => {
      const words = ['-c', ${JSON.stringify(script)}, 'sh', ...${JSON.stringify(devices)}]
      const decoder = await startDecoder({
        trial: ['true'], program: 'sh', folder, input: ${JSON.stringify(path.join(data, 'input'))},
        arguments: () => words, fileBytes: 1e6, devices: ${device},
      })
      let printed = ''
      decoder.stderr.resume()
      decoder.stdout.on('data', (part) => { printed += part })
      await decoder.ended
      console.log(JSON.stringify(printed.split('\\n').filter((line) => ['chosen', 'other', 'kvm', 'fuse', 'mem'].includes(line))))
    })
    process.exit(0)`,
  )
  return JSON.parse(said) as string[]
}

describe.runIf(obstacleToPlaying() === null)(
  'a decoder opens the device files that its start names, and no others',
  () => {
    test.each([
      ['of an ordinary user', { bubblewrap: true, account: 'nobody' }, '65534:65534'],
      ['of a worker that root has started', { bubblewrap: true, account: 'footnote' }, 'footnote:footnote'],
      ['of root', { bubblewrap: true, account: 'root' }, '0:0'],
    ] as const)('%s', async (_of, machine, owner) => {
      expect(await opened(machine, owner, 'chosen')).toEqual(['chosen'])
      expect(await opened(machine, owner, 'none')).toEqual([])
    })

    test('of a worker that root has started without bubblewrap: as far as their modes allow', async () => {
      const found = await opened({ bubblewrap: false, account: 'footnote' }, 'footnote:footnote', 'chosen')
      expect(found).toContain('chosen')
    })
  },
)
