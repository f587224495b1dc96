import type { Page } from 'playwright-core'

/** Pixels of the window; nothing outside of it counts. */
interface Part {
  readonly width: number
  readonly height: number
}

/** What a review page gives its window to. */
export interface ScreenShares {
  /** The picture, without bars beside it. */
  readonly film: Part
  /** The list of comments. */
  readonly list: Part
  readonly composer: Part
  /** The text box of the composer. */
  readonly words: Part
  /** Pixels by which the page is larger than the window. */
  readonly taller: number
  readonly wider: number
}

/** Measures the parts of a review page that can be seen and pressed. */
export const measureScreen = (page: Page): Promise<ScreenShares> =>
  page.evaluate(() => {
    const { innerWidth, innerHeight } = window
    const nothing = { width: 0, height: 0 }
    const inside = (box: { left: number; top: number; right: number; bottom: number }) => {
      const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0)
      const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)
      return width > 0 && height > 0 ? { width, height } : nothing
    }
    const part = (selector: string) => {
      const element = document.querySelector(selector)
      return element?.checkVisibility() ? inside(element.getBoundingClientRect()) : nothing
    }
    const video = document.querySelector('video')
    const box = video?.getBoundingClientRect() ?? new DOMRect()
    const scale = video ? Math.min(box.width / video.videoWidth, box.height / video.videoHeight) : 0
    const [width, height] = [(video?.videoWidth ?? 0) * scale, (video?.videoHeight ?? 0) * scale]
    const [left, top] = [box.left + (box.width - width) / 2, box.top + (box.height - height) / 2]
    const { scrollWidth, scrollHeight } = document.documentElement
    return {
      film: inside({ left, top, right: left + width, bottom: top + height }),
      list: part('[aria-label="List of comments"]'),
      composer: part('form[aria-label="Comment"]'),
      words: part('form[aria-label="Comment"] textarea'),
      taller: scrollHeight - innerHeight,
      wider: scrollWidth - innerWidth,
    }
  })
