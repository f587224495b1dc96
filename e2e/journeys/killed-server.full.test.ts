import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Life, lives } from '../../server/src/app/supervisor/processes.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Product, startProduct } from '../product.ts'
import { card, PATIENCE } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'
import { addUploader, makeLargeFilm, setLine } from '../uploading.ts'

// A product of its own: other journeys would lose their connections.
let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.stop())

async function killApi(): Promise<void> {
  const record = await readFile(path.join(product.data_dir, 'supervisor.json'), 'utf8')
  const { processes } = JSON.parse(record) as { processes: Life[] }
  const names = await Promise.all(
    processes.filter(lives).map(async ({ pid }) => ({ pid, name: await readFile(`/proc/${pid}/cmdline`, 'utf8') })),
  )
  const killed = names.filter(({ name }) => name.startsWith('footnote-api'))
  expect(killed).toHaveLength(1)
  for (const { pid } of killed) process.kill(pid, 'SIGKILL')
}

test('an upload whose server is killed goes on by itself', async () => {
  const file = await makeLargeFilm(path.join(await temporaryFolder('killed-server'), 'Large.mp4'))
  const uploader = await addUploader(product)
  const { page, complaints } = await testBrowser({ as: uploader.ada, product })
  await uploader.begin(page, file)
  await killApi()
  await setLine(page, -1)
  // The system keeps new connections until the next server takes them, so the page need not wait.
  await card(page, 'Large.mp4').waitFor({ timeout: PATIENCE })
  expect(await uploader.isSame('Large.mp4', file)).toBe(true)
  // The killed server breaks its connections, and answers 503 while it starts again. The browser logs both.
  const lost = /net::ERR_|^503 |a status of 503/
  expect(complaints.filter((line) => !lost.test(line))).toEqual([])
})
