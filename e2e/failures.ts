import path from 'node:path'
import { afterEach } from 'vitest'
import type { Browser } from './browser.ts'

const FOLDER = path.resolve(import.meta.dirname, '..', 'shots')

/** Characters of a page's text that a report has room for, beside the difference of values. */
const ROOM = 700

/** Saves a picture of the page in /shots for each failed test, and adds the page's text to the test's error. */
export const pictureFailures = (browser: () => Browser | undefined): void =>
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const name = `failed-${task.name.replace(/\W+/g, '-')}.png`
    const page = browser()?.page
    await page?.screenshot({ path: path.join(FOLDER, name) }).catch(() => undefined)
    const text = await page?.evaluate(() => document.body.innerText).catch(() => undefined)
    const [error] = task.result.errors ?? []
    // In one line, because a summary repeats a number of lines. What opened last comes last.
    if (error && text) error.message += `\nThe page ends with: ${text.replaceAll(/\s*\n\s*/g, ' · ').slice(-ROOM)}`
  })
