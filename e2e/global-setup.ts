import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import type { TestProject } from 'vitest/node'
import { launchChromium } from './browser.ts'
import { sayLooks } from './looked-at.ts'
import { startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    product: { readonly origin: string; readonly data_dir: string }
    /** Address of the Chromium in which all journeys open their browsers. */
    chromium: string
    /** A folder for what test files of this run share. */
    run: string
  }
}

/** Starts one product and one Chromium for all journeys; each journey makes its own people. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = await mkdtemp(path.join(tmpdir(), 'footnote-journeys-'))
  const chromium = await launchChromium()
  // The everyday journeys ask for one of the sample films, or two; all others see screens with all of them.
  const samples = project.name === 'journeys' ? 'cancelled' : 'indexed'
  const product = await startProduct({ IMPORT_NETWORKS: '127.0.0.0/8' }, [], samples).catch(async (error) => {
    await chromium.close()
    throw error
  })
  const printed = createWriteStream(path.join(run, 'printed.txt'))
  printed.write(product.printed())
  for (const stream of [product.process.stdout, product.process.stderr]) stream?.pipe(printed, { end: false })
  project.provide('product', { origin: product.origin, data_dir: product.data_dir })
  project.provide('chromium', chromium.wsEndpoint())
  project.provide('run', run)
  return async () => {
    console.log(sayLooks(run))
    await Promise.all([chromium.close(), product.stop()])
    printed.end()
    await finished(printed)
    await sayCutByServer(path.join(run, 'printed.txt'))
    await rm(run, { recursive: true, force: true })
  }
}

/** Prints the lines of the log that say that the product itself broke off an answer. */
async function sayCutByServer(file: string): Promise<void> {
  const cut = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes('"closed_by":"server"'))
  if (cut.length > 0) console.log(`The product broke off answers:\n${cut.join('\n')}`)
}
