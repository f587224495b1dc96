import { lightCopies } from '@footnote/contract/nouns/library/videos/light.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { call, type ShareAccess } from '../../lib/calls/client.ts'

/** What is read at most: bytes, and milliseconds from the first of them. On a slow line the video needs the rest. */
const MOST_BYTES = 2_000_000
const MOST_TIME = 1_000
/** Milliseconds after which a line counts as slow that has less than this share of what is needed. */
const SLOW_AFTER = 250
const SLOW_SHARE = 0.25

/** What some browsers know of the line (Network Information API). */
interface Connection {
  readonly saveData?: boolean
  /** Megabits per second, rounded, at most 10. */
  readonly downlink?: number
}

const connection = (): Connection | undefined => (navigator as { readonly connection?: Connection }).connection

/** What the browser believes of the line, in bits per second; enough for every file if it says nothing. */
function believed(): number {
  const { downlink } = connection() ?? {}
  return downlink === undefined ? Number.POSITIVE_INFINITY : 1_000_000 * downlink
}

/** Waits until an element has a picture, which comes first. @throws the signal's reason */
async function hasPicture(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
    await new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true, signal }))
  signal.throwIfAborted()
}

/**
 * Measures the line, once there is a picture, by the beginning of a file. The browser does not let the page read those
 * of an object store.
 * @param url of the full file
 * @param needed bits per second that decide
 * @returns bits per second; 0 for people who save data
 * @throws the signal's reason
 */
export async function measureLine(
  video: HTMLVideoElement,
  url: string,
  needed: number,
  signal: AbortSignal,
): Promise<number> {
  await hasPicture(video, signal)
  if (connection()?.saveData) return 0
  if (new URL(url, location.href).origin !== location.origin) return believed()
  try {
    const headers = { range: `bytes=0-${MOST_BYTES - 1}` }
    const answer = await fetch(url, { headers, cache: 'no-store', signal })
    if (!answer.ok || !answer.body) return believed()
    return await rateOf(answer.body, needed)
  } catch {
    signal.throwIfAborted()
    return believed()
  }
}

async function rateOf(body: ReadableStream<Uint8Array>, needed: number): Promise<number> {
  const reader = body.getReader()
  const begun = performance.now()
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), MOST_TIME)
  let bytes = 0
  const elapsed = () => Math.max(1, performance.now() - begun)
  const rate = () => (8_000 * bytes) / elapsed()
  const isClear = () => bytes >= MOST_BYTES || (elapsed() > SLOW_AFTER && rate() < SLOW_SHARE * needed)
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length
      if (isClear()) break
    }
    return rate()
  } finally {
    clearTimeout(timer)
    // A server that ignores ranges would send the whole file.
    void reader.cancel().catch(() => undefined)
  }
}

/** Has the light copy of a video made. @returns its state @throws ApiError */
export const requestLightCopy = async (video_id: string, access: ShareAccess | null, signal?: AbortSignal) =>
  (await call(lightCopies.request, { params: { video_id } }, signal, access ?? undefined)).light_copy

/**
 * Has the light copy of a video made, and waits until that ends.
 * @throws ApiError, or the signal's reason
 */
export async function awaitLightCopy(video_id: string, access: ShareAccess | null, signal: AbortSignal): Promise<void> {
  while ((await requestLightCopy(video_id, access, signal)) === 'PREPARING') {
    await new Promise((resolve) => setTimeout(resolve, TIMING.collection_refresh))
    signal.throwIfAborted()
  }
}
