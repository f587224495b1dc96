/**
 * Draws the product for its readers: `npm run pictures` starts it with content and writes pictures of it into
 * docs/pictures, and those of the public pages, with a short recording and what its search answered, into the web app.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser, type Theme } from './browser.ts'
import { recordSearch } from './recording.ts'
import { drawReel } from './reel.ts'
import { reach, type ScreenState } from './screen-state.ts'
import { screenStates } from './screens.ts'
import { FILMS, startSeededProduct } from './seeded.ts'
import { still } from './stills.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const DOCS = path.join(ROOT, 'docs', 'pictures')
const PUBLIC = path.join(ROOT, 'web', 'public', 'pictures')
const REEL = path.join(ROOT, 'web', 'src', 'features', 'public', 'reel.json')
const WIDTH = 1200
/** Picture of the public pages by the state it shows. */
const STATES: Readonly<Record<string, string>> = {
  results: 'results',
  'search-8-result': 'result',
  'review-3-discussed-at': 'review',
}
/** A second of each film, for pictures that stand for it. */
const STILLS = { harbour: 16, kitchen: 28, lens: 22 } as const

const seeded = await startSeededProduct()
try {
  await mkdir(DOCS, { recursive: true })
  await mkdir(PUBLIC, { recursive: true })
  const results = `/collections/${seeded.collections.sample}/search?q=lemon`
  const states = [
    ...screenStates(seeded),
    { name: 'results', who: 'regular', address: results, prepare: settled } as const,
  ]
  for (const state of states) {
    const name = STATES[state.name]
    if (name) for (const theme of ['light', 'dark'] as const) await drawState(state, name, theme)
  }
  for (const [film, second] of Object.entries(STILLS))
    await still(
      path.join(FILMS, `${film}.mp4`),
      second,
      { width: 960, height: 600 },
      path.join(PUBLIC, `film-${film}.webp`),
    )
  await writeFile(REEL, `${JSON.stringify(await drawReel(seeded, PUBLIC), null, 2)}\n`)
  await recordSearch(seeded, PUBLIC)
} finally {
  await seeded.product.stop()
}

function settled(page: Page): Promise<void> {
  return page.waitForLoadState('networkidle')
}

async function drawState(state: ScreenState, name: string, theme: Theme): Promise<void> {
  const browser = await openBrowser({ width: 1440, height: 900, theme })
  await reach(browser, seeded, state)
  const picture = await browser.page.screenshot()
  await browser.close()
  await sharp(picture)
    .resize(WIDTH)
    .webp({ quality: 72 })
    .toFile(path.join(PUBLIC, `${name}-${theme}.webp`))
  if (name !== 'result' || theme !== 'light') return
  await sharp(picture).webp({ quality: 85 }).toFile(path.join(DOCS, 'result.webp'))
  await sharp(picture).resize(WIDTH, 630).webp({ quality: 72 }).toFile(path.join(PUBLIC, 'share.webp'))
}
