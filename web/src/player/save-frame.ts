import { frameAt } from '@footnote/contract/shared/frames.ts'
import { formatSmpte, smpteLabels, type Timecode } from '@footnote/contract/shared/smpte.ts'
import { saveFile } from '../lib/calls/save-file.ts'
import { toast } from '../ui/overlays/toast.ts'
import type { MediaStore } from './media/media-store.ts'

/** Properties of SVG that the page's styles set, and that a picture apart from the page must carry itself. */
const STYLES = [
  'fill',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-weight',
  'white-space',
] as const

const FOREIGN = 'This browser does not let the page save this picture. Export stills of comments instead.'

/**
 * Saves the picture on the screen as PNG, in the video's own size, with what is drawn over it. Shows a toast if the
 * browser refuses.
 * @param label name of the video
 * @param full_url the file with all pixels, while another one plays
 */
export async function saveFrame(
  { video: played, timing }: Pick<MediaStore, 'video' | 'timing'>,
  stage: Element,
  {
    label,
    timecode,
    full_url = null,
  }: { readonly label: string; readonly timecode: Timecode | null; readonly full_url?: string | null },
): Promise<void> {
  const video = full_url === null ? played : await pictureIn(full_url, played.currentTime).catch(() => played)
  const { videoWidth: width, videoHeight: height, currentTime } = video
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context || width === 0) return
  Object.assign(canvas, { width, height })
  context.drawImage(video, 0, 0, width, height)
  try {
    for (const svg of stage.querySelectorAll<SVGSVGElement>('.picture-layer svg.drawing'))
      context.drawImage(await pictureOf(svg, width, height), 0, 0, width, height)
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!png) throw new Error('The canvas gave no picture.')
    const rate = timing?.rate
    const place = rate
      ? formatSmpte(frameAt(timing, currentTime), smpteLabels(rate, timecode)).replace(/[:;]/g, '-')
      : currentTime.toFixed(3)
    saveFile(png, `${label.replace(/\.[^.]{1,8}$/, '')} ${place}.png`)
  } catch (error) {
    // A video of another origin, such as an object store, may be shown but not read.
    console.warn('save frame', error)
    toast.error(FOREIGN, { id: 'save-frame' })
  }
}

/** An element that shows a time of another file. @throws Error when it does not load */
async function pictureIn(url: string, time: number): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  await new Promise((resolve, reject) => {
    video.addEventListener('seeked', resolve, { once: true })
    video.addEventListener('error', () => reject(new Error('The full file does not load.')), { once: true })
    video.addEventListener('loadedmetadata', () => Object.assign(video, { currentTime: time }), { once: true })
    Object.assign(video, { muted: true, preload: 'auto', src: url })
  })
  return video
}

/** A drawing as a picture of the given size, in pixels. */
async function pictureOf(svg: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [shown, copied] = [svg, copy].map((root) => [root, ...root.querySelectorAll('*')])
  for (const [place, element] of (copied ?? []).entries()) {
    const style = getComputedStyle((shown ?? [])[place] as Element)
    for (const name of STYLES) (element as SVGElement).setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
  }
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  )
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return picture
  } finally {
    URL.revokeObjectURL(address)
  }
}
