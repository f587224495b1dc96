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
 */
export async function saveFrame(
  { video, timing }: Pick<MediaStore, 'video' | 'timing'>,
  stage: Element,
  { label, timecode }: { readonly label: string; readonly timecode: Timecode | null },
): Promise<void> {
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
