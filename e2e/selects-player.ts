import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { numberIn } from '../server/test/made-media.ts'
import type { Browser } from './browser.ts'

/** The number of the frame that the player of selects shows. Its films show their numbers; an empty picture reads as 0. */
export const frameOnScreen = async (page: Page): Promise<number> => numberAt(page, await page.screenshot())

/** The numbers of the frames in all pictures that the browser composes meanwhile. */
export async function composedFrames({ page, context }: Browser, act: () => Promise<void>): Promise<number[]> {
  const devtools = await context.newCDPSession(page)
  const images: { readonly at: number; readonly image: Buffer }[] = []
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    images.push({ at: metadata.timestamp ?? 0, image: Buffer.from(data, 'base64') })
    void devtools.send('Page.screencastFrameAck', { sessionId })
  })
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 80, everyNthFrame: 1 })
  await act()
  await devtools.send('Page.stopScreencast')
  await devtools.detach()
  const numbers: number[] = []
  // Pictures are encoded side by side, and a later one may arrive first.
  for (const { image } of images.toSorted((a, b) => a.at - b.at)) numbers.push(await numberAt(page, image))
  return numbers
}

/** A frame of one of the two elements that play in turn, as the browser reports it. */
interface Report {
  readonly element: number
  /** When it was composed, in milliseconds of the page. */
  readonly at: number
  /** Of the frame in its video, in seconds. */
  readonly time: number
}

/**
 * All frames that the browser composes meanwhile, in both elements, in their order; first those that are there.
 * @returns `turns` has the element that comes to the front, and when
 */
export async function reportedFrames({ page }: Browser, act: () => Promise<void>) {
  const handle = await page.evaluateHandle(() => {
    const reports: Report[] = []
    const turns: Omit<Report, 'time'>[] = []
    for (const [element, video] of document.querySelectorAll<HTMLVideoElement>('video[data-slot]').entries()) {
      const turn = () => {
        // The attribute is written again when it stays, too.
        if (video.dataset.slot === 'front' && turns.at(-1)?.element !== element)
          turns.push({ element, at: performance.now() })
      }
      reports.push({ element, at: performance.now(), time: video.currentTime })
      turn()
      new MutationObserver(turn).observe(video, { attributeFilter: ['data-slot'] })
      const onFrame: VideoFrameRequestCallback = (_, { mediaTime, presentationTime }) => {
        reports.push({ element, at: presentationTime, time: mediaTime })
        video.requestVideoFrameCallback(onFrame)
      }
      video.requestVideoFrameCallback(onFrame)
    }
    return { reports, turns }
  })
  await act()
  const { reports, turns } = await handle.jsonValue()
  return { reports: reports.toSorted((a, b) => a.at - b.at), turns }
}

/** The number in the part of a picture of the page where the element in front is. */
async function numberAt(page: Page, image: Buffer): Promise<number> {
  const box = await page.locator('video[data-slot=front]').boundingBox()
  if (!box) throw new Error('There is no picture')
  const { width = 1 } = await sharp(image).metadata()
  const scale = width / (page.viewportSize()?.width ?? width)
  // The picture fills the height of its place.
  const shown = Math.min(box.width, (box.height * 16) / 9)
  const [left, top] = [box.x + (box.width - shown) / 2, box.y + (box.height - (shown * 9) / 16) / 2]
  const part = { left, top, width: shown, height: (shown * 9) / 16 }
  const pixels = Object.fromEntries(Object.entries(part).map(([side, value]) => [side, Math.round(value * scale)]))
  return await numberIn(
    await sharp(image)
      .extract(pixels as typeof part)
      .png()
      .toBuffer(),
  )
}
