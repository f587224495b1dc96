import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { replaceTranscript } from '../seed/rows/copied-videos.ts'
import { type Account, ask, createCollection } from './calls.ts'
import { inDatabase } from './database.ts'
import { addVideo } from './library.ts'
import { addPerson } from './people.ts'
import type { RunningProduct } from './product.ts'
import { tabTo } from './steps.ts'

/** What journeys do with the transcript of a review page. */

/** An indexed video of which two voices speak. */
export interface Talk {
  readonly product: RunningProduct
  readonly owner: Account
  /** Ids. */
  readonly collection: string
  readonly video: string
  /** For its owner. */
  readonly address: string
}

/**
 * Adds a person on the plan Team with an indexed video of which two voices speak.
 * @param harbour the word for a harbour: as it was said, or as it was misheard
 */
export async function addTalk(product: RunningProduct, harbour: 'harber' | 'harbour'): Promise<Talk> {
  const owner = await addPerson(product, { plan: 'TEAM' })
  const collection = await createCollection(product, owner, 'Coast')
  const film = { film: 'A walk through the harbour.mp4', file_name: 'harbour.mp4' }
  const video = await addVideo(product, owner, collection, film)
  const spoken = [
    { speaker: 1, start: 0, text: `The old ${harbour} wall was built by hand.` },
    { speaker: 2, start: 6, text: `And the ${harbour} light came later.` },
    { speaker: 1, start: 11, text: `Every ${harbour} needs one, says the pilot.` },
  ]
  await inDatabase(product, (db) => replaceTranscript(db, video, 'en', spoken))
  return { product, owner, collection, video, address: `${product.origin}/quick-review/${owner.user_id}/${video}` }
}

/** Adds a person on the plan Team with an indexed video without words. */
export async function addSilent(product: RunningProduct): Promise<Talk> {
  const owner = await addPerson(product, { plan: 'TEAM' })
  const collection = await createCollection(product, owner, 'Coast')
  const film = { film: 'A walk through the harbour.mp4', file_name: 'harbour.mp4', speech_note: 'Its sound is music.' }
  const video = await addVideo(product, owner, collection, film)
  return { product, owner, collection, video, address: `${product.origin}/quick-review/${owner.user_id}/${video}` }
}

/** Chooses a subtitle file on an open review. */
export const addSubtitles = (page: Page, name: string, text: string | Buffer): Promise<void> =>
  page.getByLabel('Subtitle file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Names of the moments that a search for words in quotes finds. */
export async function found(page: Page, { product, collection }: Talk, query: string): Promise<string[]> {
  await page.goto(`${product.origin}/collections/${collection}/search?q=${encodeURIComponent(`"${query}"`)}`)
  await page.locator('.asked').waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  const names = await page.getByRole('button', { name: /^Play / }).all()
  return await Promise.all(names.map(async (each) => (await each.getAttribute('aria-label')) ?? ''))
}

/** Names the first speaker everywhere. @param revision number of changes of the transcript before */
export const nameSpeaker = ({ product, owner, video }: Talk, revision: number): Promise<unknown> =>
  ask(product, owner, `transcripts/${video}/speakers`, { revision, from: 'Speaker 1', name: 'Ana Ruiz' }, 'PUT')

/** The transcript. */
export const lines = (page: Page): Locator => page.getByRole('region', { name: 'Spoken lines' })
/** The first word of the transcript with this text. */
export const word = (page: Page, text: string): Locator =>
  lines(page).locator('[data-word]').getByText(text, { exact: true }).first()
/** The words of each paragraph, without the numbers of comments. */
export const said = (page: Page): Promise<string[]> =>
  lines(page)
    .locator('.said p:not([id])')
    .evaluateAll((all) =>
      all.map((each) => [...each.childNodes].map((node) => (node.nodeName === 'SUP' ? '' : node.textContent)).join('')),
    )

/** Opens the review, and waits for the words. */
export async function openTalk(page: Page, { address }: Talk): Promise<void> {
  await page.goto(address)
  await lines(page).locator('[data-word]').first().waitFor()
}

/** Waits for the field of a paragraph. @param at its time */
export async function openField(page: Page, at: string): Promise<Locator> {
  const field = page.getByRole('textbox', { name: `Words at ${at}` })
  await field.waitFor()
  return field
}

/** Presses the right arrow in the transcript until a word has the focus. @throws Error when it is not reached */
export async function arrowTo(page: Page, text: string): Promise<void> {
  await tabTo(page, lines(page).locator('[tabindex="0"]'))
  await page.keyboard.press('Home')
  for (let step = 0; step < 40; step++) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === text) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`The arrow keys never reached ${text}`)
}

/** Selects the words from one to another, as a mouse does. */
export const select = (page: Page, from: string, to: string): Promise<void> =>
  word(page, from).evaluate((first, last) => {
    const words = [...document.querySelectorAll('[data-word]')]
    const end = words.find((each, place) => place >= words.indexOf(first) && each.textContent === last)
    getSelection()?.setBaseAndExtent(first, 0, end!, 1)
  }, to)
