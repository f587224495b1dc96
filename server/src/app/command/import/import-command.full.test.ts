import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderOf, startImports } from '../../../../test/imports.ts'
import { typeCommand } from '../../../../test/typed-command.ts'

const { settings, type, aPerson, videosOf, stored } = await startImports()
const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex')

test('a file that somebody still writes to is not taken before it is whole', async () => {
  const owner = await aPerson()
  const folder = await folderOf({ 'whole.mp4': 'whole' })
  const growing = path.join(folder, 'growing.mp4')
  let writes = true
  const writing = (async () => {
    while (writes) {
      await appendFile(growing, 'frame ')
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  })()
  const words = [folder, '--collection', 'Ingest', '--owner', owner.email]
  const early = await type('import', ...words)
  writes = false
  await writing
  expect([early.code, early.out]).toEqual([1, expect.stringContaining('growing.mp4: Somebody still writes to it')])
  expect((await videosOf(owner.id)).map(({ source }) => source)).toEqual(['whole.mp4'])
  expect((await type('import', ...words)).code).toBe(0)
  const [video] = await videosOf(owner.id)
  expect(sha(await readFile(stored(video!.storage_key)))).toBe(sha(await readFile(growing)))
})

test('an import that is killed goes on where it was, with each file once', async () => {
  const owner = await aPerson()
  const names = Array.from({ length: 60 }, (_, number) => `shot ${number}.mp4`)
  const folder = await folderOf(Object.fromEntries(names.map((name) => [name, name])))
  const words = ['import', folder, '--collection', 'Killed', '--owner', owner.email]
  const kill = new AbortController()
  const killed = typeCommand(words, settings, { signal: kill.signal })
  while ((await videosOf(owner.id)).length < 5) await new Promise((resolve) => setTimeout(resolve, 5))
  kill.abort()
  expect((await killed).code).toBeNull()
  const had = (await videosOf(owner.id)).length
  expect(had).toBeLessThan(60)
  expect(await type(...words)).toMatchObject({ code: 0, out: `${60 - had} files taken\n${had} taken before\n` })
  expect((await videosOf(owner.id)).map(({ file_name }) => file_name).sort()).toEqual(names.sort())
})
