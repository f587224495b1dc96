import type { PictureSize } from '@footnote/contract/shared/drawing/drawing-marks.ts'

/** Pixels: 60 mm on paper at 200 dots an inch. 200 pictures of a wide video need about 100 MB. */
const WIDTH = 480
/** Milliseconds that the video may take to show a frame. */
const PATIENCE = 20_000

/**
 * Draws frames of a video, one after the other. It draws on canvases of the page and never reads them, so it also works
 * with a video of another origin, such as an object store.
 */
export class FrameReader {
  readonly #video = document.createElement('video')
  #last: Promise<unknown>

  /** @param address of a file that browsers can play */
  constructor(address: string) {
    this.#video.muted = true
    this.#video.playsInline = true
    this.#video.preload = 'auto'
    this.#last = this.#happens('loadeddata')
    // Each drawing reports the failure.
    this.#last.catch(() => undefined)
    this.#video.src = address
  }

  /**
   * Draws the frame that is on the screen at a time.
   * @param seconds the middle of the frame, which no rounding turns into a neighbour
   * @returns the size of the drawn picture in pixels
   * @throws Error when the video does not play, or shows no picture in time
   */
  draw(seconds: number, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<PictureSize> {
    const before = this.#last
    const drawn = (async () => {
      await before
      signal.throwIfAborted()
      const video = this.#video
      const there = this.#happens('seeked')
      video.currentTime = seconds
      await there
      const width = Math.min(WIDTH, video.videoWidth)
      const height = Math.round((width * video.videoHeight) / video.videoWidth)
      const context = canvas.getContext('2d')
      if (!context || !(height > 0)) throw new Error('The video has no picture.')
      Object.assign(canvas, { width, height })
      context.drawImage(video, 0, 0, width, height)
      return { width, height }
    })()
    // One frame that fails does not cost the others, unless the video itself does not play.
    this.#last = drawn.catch(() => before)
    this.#last.catch(() => undefined)
    return drawn
  }

  close(): void {
    this.#video.removeAttribute('src')
    this.#video.load()
  }

  #happens(name: 'loadeddata' | 'seeked'): Promise<void> {
    return new Promise((resolve, reject) => {
      const over = new AbortController()
      const end = (settle: () => void) => () => {
        over.abort()
        clearTimeout(late)
        settle()
      }
      const fail = end(() => reject(new Error('The video shows no picture.')))
      const late = setTimeout(fail, PATIENCE)
      this.#video.addEventListener(name, end(resolve), { signal: over.signal })
      this.#video.addEventListener('error', fail, { signal: over.signal })
    })
  }
}
