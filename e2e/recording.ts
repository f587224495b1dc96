import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser, signIn } from './browser.ts'
import type { SeededProduct } from './seeded.ts'
import { button } from './steps.ts'

const run = promisify(execFile)
const SIZE = { width: 1200, height: 750 } as const

/** A picture of the page, and when it was drawn, in seconds. */
interface Frame {
  readonly time: number
  readonly picture: Buffer
}

/** Records a search, from the question to a match that plays, as `search.mp4` without sound and its first picture. */
export async function recordSearch({ product, regular, collections }: SeededProduct, folder: string): Promise<void> {
  const browser = await openBrowser(SIZE)
  const { context, page } = browser
  await signIn(context, regular.storage)
  await page.goto(`${product.origin}/collections/${collections.sample}/search`)
  await page.waitForLoadState('networkidle')
  const frames = await record(page, async () => {
    await page.waitForTimeout(700)
    await page
      .getByRole('searchbox')
      .or(page.getByRole('textbox'))
      .first()
      .pressSequentially('last ferry', { delay: 110 })
    await page.waitForTimeout(300)
    await page.keyboard.press('Enter')
    await button(page, /^Play /)
      .first()
      .waitFor()
    await page.waitForTimeout(1_800)
    await button(page, /^Play /)
      .first()
      .click()
    await page.waitForTimeout(5_500)
  })
  await browser.close()
  await encode(frames, path.join(folder, 'search.mp4'))
  await sharp(frames.at(-1)!.picture).webp({ quality: 72 }).toFile(path.join(folder, 'search-poster.webp'))
}

/** Takes every picture that Chromium draws while something is done. */
async function record(page: Page, act: () => Promise<void>): Promise<Frame[]> {
  const session = await page.context().newCDPSession(page)
  const frames: Frame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    if (metadata.timestamp) frames.push({ time: metadata.timestamp, picture: Buffer.from(data, 'base64') })
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 92,
    maxWidth: SIZE.width,
    maxHeight: SIZE.height,
  })
  await act()
  await session.send('Page.stopScreencast')
  if (frames.length === 0) throw new Error('Chromium drew nothing')
  return frames
}

async function encode(frames: readonly Frame[], file: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-recording-'))
  const lines: string[] = []
  for (const [place, { time, picture }] of frames.entries()) {
    await writeFile(path.join(folder, `${place}.jpg`), picture)
    const next = frames[place + 1]?.time ?? time + 1
    lines.push(`file '${place}.jpg'`, `duration ${(next - time).toFixed(3)}`)
  }
  await writeFile(path.join(folder, 'list.txt'), [...lines, `file '${frames.length - 1}.jpg'`].join('\n'))
  const input = ['-f', 'concat', '-safe', '0', '-i', path.join(folder, 'list.txt')]
  const picture = ['-vf', `fps=20,scale=${SIZE.width}:${SIZE.height}:out_range=tv,format=yuv420p`]
  const codec = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '31', '-movflags', '+faststart', '-an']
  await run('ffmpeg', ['-v', 'error', '-y', ...input, ...picture, ...codec, file])
  await rm(folder, { recursive: true })
}
