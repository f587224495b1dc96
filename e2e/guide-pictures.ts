import type { Page } from 'playwright-core'
import type { ScreenState } from './screen-state.ts'

/** Pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

/** A picture of the guide: the whole window, or the part of it around an element. */
export interface GuidePicture {
  /** Name of its files in docs/guide/pictures, without theme and extension. */
  readonly name: string
  /** Name of the state of a screen that it shows. */
  readonly state: string
  /** Selector of the element in its middle. */
  readonly around?: string
  /** Another window than usual, for what a narrow one has elsewhere. */
  readonly window?: Size
}

const DIALOG = '[role=dialog]'
/** The review page needs this width for the tools of its panels. */
const REVIEW: Size = { width: 1200, height: 750 }
/** The reasons of a match are beside its player from this width on. */
const WIDE: Size = { width: 1440, height: 900 }

/** Every picture of the guide, by page. */
export const guidePictures: readonly GuidePicture[] = [
  { name: 'home', state: 'home-3-full' },
  { name: 'create', state: 'collections-5-create', around: DIALOG },
  { name: 'upload', state: 'collection-8-upload-chosen', around: DIALOG },
  { name: 'versions', state: 'review-10-versions', around: DIALOG },
  { name: 'ask', state: 'results' },
  { name: 'why', state: 'result', around: '.result-reasons', window: WIDE },
  { name: 'clip', state: 'search-8-result-trimmed', around: '.trim-line', window: WIDE },
  { name: 'selects', state: 'selects-4-page' },
  { name: 'review', state: 'review-3-discussed-at', window: REVIEW },
  { name: 'draw', state: 'review-11-drawing', around: '.drawbar', window: REVIEW },
  { name: 'share', state: 'review-5-share-made' },
  { name: 'approvals', state: 'review-7-approvals', around: DIALOG },
  { name: 'transcript', state: 'review-10-corrected' },
  { name: 'words', state: 'review-13-menu' },
  { name: 'export', state: 'review-9-export' },
  { name: 'import', state: 'review-10-import-preview' },
  { name: 'keys', state: 'way-1-keys' },
  { name: 'news', state: 'settings-3-notifications' },
]

/** Text has 0.75 of its size in a picture of all of this window, and its size in one of a part. */
const WINDOW: Size = { width: 960, height: 600 }

/** Window in which a picture is taken. */
export const windowOf = ({ window = WINDOW }: GuidePicture): Size => window

/**
 * The part of the window that a picture shows.
 * @param size of the picture, in pixels
 * @throws Error when its element is not there
 */
export async function partOf(
  page: Page,
  picture: GuidePicture,
  size: Size,
): Promise<Size & { readonly x: number; readonly y: number }> {
  const window = windowOf(picture)
  if (!picture.around) return { x: 0, y: 0, ...window }
  const box = await page.locator(picture.around).first().boundingBox()
  if (!box) throw new Error(`${picture.around} is not on ${page.url()}`)
  const within = (middle: number, side: 'width' | 'height') =>
    Math.round(Math.min(Math.max(0, middle - size[side] / 2), window[side] - size[side]))
  return { x: within(box.x + box.width / 2, 'width'), y: within(box.y + box.height / 2, 'height'), ...size }
}

/** The state that a picture shows. @throws Error when there is none of its name */
export function stateOfPicture({ state }: GuidePicture, states: readonly ScreenState[]): ScreenState {
  const found = states.find(({ name }) => name === state)
  if (!found) throw new Error(`No screen has the state ${state}`)
  return found
}
