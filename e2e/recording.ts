import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser, signIn, type Theme } from './browser.ts'
import type { SeededProduct } from './seeded.ts'
import { button } from './steps.ts'

const run = promisify(execFile)
/** Window (pixels), and pixels of the recording for each of its pixels, by suffix of the file. */
const SHAPES = {
  '': { width: 1120, height: 700, scale: 1 },
  '-phone': { width: 390, height: 740, scale: 1.6 },
} as const
/** Window (pixels), and pixels of the pictures for each of its pixels. */
interface Shape {
  readonly width: number
  readonly height: number
  readonly scale: number
}

/** A picture of the page, and its time in seconds. */
export interface Frame {
  readonly time: number
  readonly picture: Buffer
}

/** The query whose results start a recording, and the query that is typed in it. */
const QUESTIONS = { answered: 'red fishing boat', asked: 'last ferry' } as const

/**
 * Records a search, from one result to the next one that plays, without sound: `search-THEME.mp4` and its first
 * picture.
 */
export async function recordSearch(seeded: SeededProduct, theme: Theme, folder: string): Promise<void> {
  for (const [ending, shape] of Object.entries(SHAPES)) {
    const frames = await recordShape(seeded, theme, shape)
    await encode(frames, shape, path.join(folder, `search-${theme}${ending}.mp4`))
    await sharp(frames[0]!.picture)
      .webp({ quality: 64, effort: 6 })
      .toFile(path.join(folder, `search-${theme}${ending}.webp`))
  }
}

async function recordShape(
  { product, regular, collections }: SeededProduct,
  theme: Theme,
  shape: Shape,
): Promise<Frame[]> {
  const browser = await openBrowser({ ...shape, theme })
  const { context, page } = browser
  await signIn(context, regular.storage)
  await page.goto(
    `${product.origin}/collections/${collections.sample}/search?q=${encodeURIComponent(QUESTIONS.answered)}`,
  )
  const play = button(page, /^Play /).first()
  await play.waitFor()
  await page.waitForLoadState('networkidle')
  const field = page.getByRole('searchbox').or(page.getByRole('textbox')).first()
  const frames = await record(page, shape, async () => {
    await page.waitForTimeout(1_600)
    await field.selectText()
    await page.waitForTimeout(300)
    await field.pressSequentially(QUESTIONS.asked, { delay: 110 })
    await page.waitForTimeout(300)
    await page.keyboard.press('Enter')
    await page
      .getByText(/last ferry will leave/)
      .first()
      .waitFor()
    await page.waitForTimeout(1_800)
    await play.click()
    await page.waitForTimeout(5_500)
  })
  await browser.close()
  return frames
}

/** Records every picture that Chromium draws during an action. */
export async function record(page: Page, { width, height, scale }: Shape, act: () => Promise<void>): Promise<Frame[]> {
  const session = await page.context().newCDPSession(page)
  const frames: Frame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    if (metadata.timestamp) frames.push({ time: metadata.timestamp, picture: Buffer.from(data, 'base64') })
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 92,
    maxWidth: width * scale,
    maxHeight: height * scale,
  })
  await act()
  await session.send('Page.stopScreencast')
  if (frames.length === 0) throw new Error('Chromium drew nothing')
  // Chromium does not always send pictures in the order in which it drew them.
  return frames.sort((one, other) => one.time - other.time)
}

async function encode(frames: readonly Frame[], { width, height, scale }: Shape, file: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-recording-'))
  const lines: string[] = []
  for (const [place, { time, picture }] of frames.entries()) {
    await writeFile(path.join(folder, `${place}.jpg`), picture)
    const next = frames[place + 1]?.time ?? time + 1
    lines.push(`file '${place}.jpg'`, `duration ${(next - time).toFixed(3)}`)
  }
  await writeFile(path.join(folder, 'list.txt'), [...lines, `file '${frames.length - 1}.jpg'`].join('\n'))
  const input = ['-f', 'concat', '-safe', '0', '-i', path.join(folder, 'list.txt')]
  const picture = ['-vf', `fps=20,scale=${width * scale}:${height * scale}:out_range=tv,format=yuv420p`]
  const codec = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '31', '-movflags', '+faststart', '-an']
  await run('ffmpeg', ['-v', 'error', '-y', ...input, ...picture, ...codec, file])
  await rm(folder, { recursive: true })
}
