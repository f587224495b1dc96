import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { inject, type TestContext } from 'vitest'
import { startedProducts } from './product.ts'
import { openBrowsers } from './test-browser.ts'

const FOLDER = path.resolve(import.meta.dirname, '..', 'shots')

/** Characters of all pages' texts that a report has room for, beside the difference of values. */
const ROOM = 800
/** Lines of a server's log. */
const LINES = 4

/** Saves a picture of each open page in /shots, and adds the pages' texts and the server's last lines to the error. */
export async function describeFailure({ name, result }: TestContext['task']): Promise<void> {
  const pages = openBrowsers().flatMap(({ context }) => context.pages())
  const texts: string[] = []
  for (const [place, page] of pages.entries()) {
    const file = `failed-${name.replace(/\W+/g, '-')}${place > 0 ? `-${place + 1}` : ''}.png`
    await page.screenshot({ path: path.join(FOLDER, file), timeout: 10_000 }).catch(() => undefined)
    const text = await page.evaluate(() => document.body.innerText).catch(() => '')
    // In one line, because a summary repeats a number of lines. What opened last comes last.
    const end = text.replaceAll(/\s*\n\s*/g, ' · ').slice(-Math.floor(ROOM / pages.length))
    texts.push(`\n${page.url()} ends with: ${end}`)
  }
  const [error] = result?.errors ?? []
  if (error) error.message += texts.join('') + (await lastLines())
}

async function lastLines(): Promise<string> {
  const file = path.join(inject('run'), 'printed.txt')
  const printed = [await readFile(file, 'utf8').catch(() => ''), ...startedProducts().map((one) => one.printed())]
  return printed
    .filter((text) => text.trim())
    .map((text) => `\nA server printed last: ${text.trim().split('\n').slice(-LINES).map(inShort).join(' · ')}`)
    .join('')
}

/** What a line of the log says, without the stack of its error. */
function inShort(line: string): string {
  try {
    const { msg, err, reason } = JSON.parse(line) as { msg?: string; err?: { message?: string }; reason?: string }
    return [msg, err?.message ?? reason].filter(Boolean).join(': ')
  } catch {
    return line.slice(0, 200)
  }
}
