import type { Page } from 'playwright-core'
import { replaceTranscript } from '../seed/rows/copied-videos.ts'
import { type Account, createCollection } from './calls.ts'
import { inDatabase } from './database.ts'
import { addVideos } from './library.ts'
import { addMember, addPerson } from './people.ts'
import type { RunningProduct } from './product.ts'
import { button, dialog } from './steps.ts'

/** Two films in which people speak of a copper kettle, and two colleagues who may see them. */
export interface KettleFilms {
  readonly owner: Account
  readonly grace: Account
  /** Ids. */
  readonly collection: string
  readonly film: string
  readonly other: string
  /** Address of the search that finds four moments in one film and one in the other. */
  readonly search: string
}

/** Names of the two films. */
export const [FILM, OTHER] = ['Taproom film.mp4', 'Flight.mp4']

const KETTLES = [
  'The copper kettle is hot.',
  'Nobody polishes a copper kettle.',
  'My copper kettle came from Ghent.',
  'Another copper kettle!',
]

/** What an engine heard of the film with four moments, one every seven seconds. @param late seconds */
export const hear = (product: RunningProduct, film: string, late = 0): Promise<void> => {
  const spoken = KETTLES.map((text, place) => ({ start: 2 + 7 * place + late, text }))
  return inDatabase(product, (db) => replaceTranscript(db, film, 'en', spoken))
}

/** Adds the films, and the people. */
export async function addKettleFilms(product: RunningProduct): Promise<KettleFilms> {
  const owner = await addPerson(product, { plan: 'TEAM' })
  const grace = await addMember(product, owner, { first_name: 'Grace', last_name: 'Hopper' })
  const collection = await createCollection(product, owner, 'Taproom')
  const films = [FILM, OTHER].map((file_name) => ({ file_name }))
  const [film = '', other = ''] = await addVideos(product, owner, collection, ...films)
  await hear(product, film)
  const line = { start: 5, text: 'There is a copper kettle.' }
  await inDatabase(product, (db) => replaceTranscript(db, other, 'en', [line]))
  return { owner, grace, collection, film, other, search: `/collections/${collection}/search?q=copper+kettle` }
}

/** Cards of the film with four moments, best first. */
export const kettles = (page: Page) => button(page, /^Play Taproom film/)

/** In and out of the clip in the player, as they are written. */
export const clipOf = (page: Page): Promise<string> =>
  dialog(page).getByRole('group', { name: 'Clip' }).locator('.trim-side').allTextContents().then(String)

/** Which of the matches in its film plays, such as `2 of 4`. */
export const placeOf = (page: Page): Promise<string> =>
  dialog(page).getByRole('group', { name: 'Matches in this video' }).locator('b').innerText()

/** The video and the times in an address. */
export function momentIn(page: Page): { m: string | null; t: string | null } {
  const { searchParams } = new URL(page.url())
  return { m: searchParams.get('m'), t: searchParams.get('t') }
}

/** Waits until the player of a moment can be trimmed. */
export const trimmable = (page: Page): Promise<void> =>
  button(dialog(page).getByRole('group', { name: 'Clip' }), /^In/)
    .and(page.locator(':enabled'))
    .waitFor()
