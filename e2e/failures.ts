import path from 'node:path'
import { afterEach } from 'vitest'
import type { Browser } from './browser.ts'

const FOLDER = path.resolve(import.meta.dirname, '..', 'shots')

/** Saves a picture of the page in /shots for each failed test. */
export const pictureFailures = (browser: () => Browser | undefined): void =>
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const name = `failed-${task.name.replace(/\W+/g, '-')}.png`
    await browser()
      ?.page.screenshot({ path: path.join(FOLDER, name) })
      .catch(() => undefined)
  })
