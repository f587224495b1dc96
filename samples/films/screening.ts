import { readFile } from 'node:fs/promises'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { type Film, FRAME } from './film.ts'

const ORIGIN = 'http://films.invalid'
const FONT = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2')
const PAGE = `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Inter; src: url(/inter.woff2); font-weight: 100 900 }
body { margin: 0; background: #000 } canvas { display: block }</style>
<canvas id="film" width="${FRAME.width}" height="${FRAME.height}"></canvas>`

/** A film open in a browser: gives its frames as PNG pictures. */
export interface Screening {
  frame: (index: number) => Promise<Buffer>
  close: () => Promise<void>
}

/**
 * Opens a film in headless Chromium. The page loads the film's modules from this folder, so Node and the browser use
 * the same file for narration and pictures.
 * @throws Error when Chromium is missing, or a module or a shader does not compile
 */
export async function screen({ folder, name }: Pick<Film, 'folder' | 'name'>): Promise<Screening> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ].concat('--disable-component-update', '--disable-sync'),
  })
  const page = await browser.newPage({ viewport: { width: FRAME.width, height: FRAME.height } })
  page.on('console', (message) => {
    if (!message.text().includes('GL Driver Message')) console.log(`  ${message.text()}`)
  })
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE })
    if (pathname === '/inter.woff2') return route.fulfill({ contentType: 'font/woff2', body: await readFile(FONT) })
    if (!pathname.endsWith('.ts')) return route.fulfill({ status: 404 })
    const source = await readFile(fileURLToPath(new URL(`.${pathname}`, import.meta.url)), 'utf8')
    return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) })
  })
  await page.goto(`${ORIGIN}/`)
  const projector = await page.evaluateHandle(async (module_path) => {
    await document.fonts.load('600 40px Inter')
    const [{ Projector }, module] = await Promise.all([
      import(String('/drawing/projector.ts')),
      import(module_path),
    ])
    return new Projector(module.film, document.querySelector('canvas'))
  }, `/${folder}/${name}.ts`)
  const devtools = await page.context().newCDPSession(page)
  return {
    frame: async (index) => {
      await projector.evaluate((shown: { show: (index: number) => Promise<void> }, at) => shown.show(at), index)
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
      return Buffer.from(data, 'base64')
    },
    close: () => browser.close(),
  }
}
