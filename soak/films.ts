import path from 'node:path'
import { makeSpokenFilm } from '../server/test/made-media.ts'

const SENTENCES = [
  'Good morning everybody and welcome to the meeting',
  'The captain will open the window in the morning',
  'Please bring the red umbrella to the station',
] as const
const SLIDES = ['Quarterly report', 'Harvest ledger', 'Evening lecture'] as const

/** Number of different films. */
export const FILMS = SENTENCES.length

/**
 * Makes a film of two shots, with a spoken sentence and a line of text, in a container that browsers do not play, so
 * that every stage of indexing has something to do.
 * @param number from 0
 * @param seconds length; longer speech is cut off
 * @returns its path
 */
export async function makeFilm(folder: string, number: number, seconds = 5): Promise<string> {
  const file = path.join(folder, `film-${number}.mkv`)
  const [said, written] = [SENTENCES[number % FILMS], SLIDES[number % FILMS]]
  await makeSpokenFilm(file, { seconds, said, written, rate: 15 })
  return file
}
