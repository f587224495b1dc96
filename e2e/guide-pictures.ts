import type { Page } from 'playwright-core'
import type { ScreenState } from './screen-state.ts'

/** A picture of the guide: the whole window, or the part of it around an element. */
export interface GuidePicture {
  /** Name of its files in docs/guide/pictures, without theme and extension. */
  readonly name: string
  /** Name of the state of a screen that it shows. */
  readonly state: string
  /** Selector of the element in its middle. */
  readonly around?: string
}

const DIALOG = '[role=dialog]'

/** Every picture of the guide, by page. */
export const guidePictures: readonly GuidePicture[] = [
  { name: 'home', state: 'home-3-full' },
  { name: 'create', state: 'collections-5-create', around: DIALOG },
  { name: 'upload', state: 'collection-8-upload-chosen', around: DIALOG },
  { name: 'versions', state: 'review-10-versions', around: DIALOG },
  { name: 'ask', state: 'results' },
  { name: 'why', state: 'result' },
  { name: 'clip', state: 'search-8-result-trimmed', around: '.trim-line' },
  { name: 'selects', state: 'selects-4-page' },
  { name: 'review', state: 'review-3-discussed-at' },
  { name: 'draw', state: 'review-11-drawing' },
  { name: 'share', state: 'review-5-share-made', around: DIALOG },
  { name: 'approvals', state: 'review-7-approvals', around: DIALOG },
  { name: 'transcript', state: 'review-10-corrected' },
  { name: 'words', state: 'review-13-menu', around: '[role=menu]' },
  { name: 'export', state: 'review-9-export', around: DIALOG },
  { name: 'import', state: 'review-10-import-preview', around: DIALOG },
  { name: 'keys', state: 'way-1-keys' },
  { name: 'news', state: 'settings-3-notifications' },
]

/** Window of a picture (pixels): text is 0.75 of its size in a picture of all of it, and of its size in one of a part. */
export const GUIDE_WINDOW = { width: 960, height: 600 } as const

/**
 * The part of the window that a picture shows.
 * @param size of the picture, in pixels
 * @throws Error when its element is not there
 */
export async function partOf(
  page: Page,
  { around }: GuidePicture,
  size: { readonly width: number; readonly height: number },
): Promise<{ x: number; y: number; width: number; height: number }> {
  if (!around) return { x: 0, y: 0, ...GUIDE_WINDOW }
  const box = await page.locator(around).first().boundingBox()
  if (!box) throw new Error(`${around} is not on ${page.url()}`)
  const within = (middle: number, side: 'width' | 'height') =>
    Math.round(Math.min(Math.max(0, middle - size[side] / 2), GUIDE_WINDOW[side] - size[side]))
  return { x: within(box.x + box.width / 2, 'width'), y: within(box.y + box.height / 2, 'height'), ...size }
}

/** The state that a picture shows. @throws Error when there is none of its name */
export function stateOfPicture({ state }: GuidePicture, states: readonly ScreenState[]): ScreenState {
  const found = states.find(({ name }) => name === state)
  if (!found) throw new Error(`No screen has the state ${state}`)
  return found
}
