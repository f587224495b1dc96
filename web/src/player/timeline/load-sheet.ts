import { storyboards } from '@footnote/contract/nouns/library/videos/storyboards.ts'
import type { StoryboardSheet } from '@footnote/contract/nouns/library/videos.ts'
import { call, type ShareAccess } from '../../lib/calls/client.ts'

/** A sheet that the browser has; the element keeps its bytes in memory. */
export interface LoadedSheet extends StoryboardSheet {
  readonly video_id: string
  readonly image: HTMLImageElement
}

/** Milliseconds after which addresses are read again; the server promises five minutes. */
const FRESH = 240_000

/** The addresses that were read last. */
let last: { readonly of: string; readonly at: number; readonly sheets: Promise<StoryboardSheet[]> } | null = null

function addresses(video_id: string, access: ShareAccess | null): Promise<StoryboardSheet[]> {
  const of = `${video_id} ${access?.share_token ?? ''}`
  if (last?.of === of && performance.now() - last.at < FRESH) return last.sheets
  const read = async () => (await call(storyboards.sheets, { params: { video_id } }, undefined, access)).sheets
  const sheets = read()
  last = { of, at: performance.now(), sheets }
  return sheets
}

/**
 * Loads a sheet of a storyboard.
 * @param number from 0
 * @throws the signal's reason, every error of the call, and Error if the address does not work; the next call reads another
 */
export async function loadSheet(
  video_id: string,
  number: number,
  access: ShareAccess | null,
  signal: AbortSignal,
): Promise<LoadedSheet> {
  try {
    const sheet = (await addresses(video_id, access)).find((one) => one.number === number)
    signal.throwIfAborted()
    if (!sheet) throw new Error('The storyboard has no such sheet')
    return { ...sheet, video_id, image: await loadImage(sheet.url, signal) }
  } catch (error) {
    if (!signal.aborted) last = null
    throw error
  }
}

const loadImage = (url: string, signal: AbortSignal): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('The sheet could not be loaded'))
    signal.addEventListener('abort', () => {
      if (image.complete) return
      // Without an address the browser stops loading.
      image.removeAttribute('src')
      reject(signal.reason)
    })
    image.src = url
  })
