import path from 'node:path'
import { type Match, search } from '@footnote/contract/nouns/output/search.ts'
import { FILMS, type SeededProduct } from './seeded.ts'
import { still } from './stills.ts'

const QUERY = 'where do we see a boat'
const VIDEO = 'A walk through the harbour.mp4'
const FILM = 'harbour.mp4'
const FRAMES = 8
const NOTES = 3

interface Reel {
  query: string
  video_name: string
  frames: { time: number; note: number | null }[]
  notes: Pick<Match, 'start_time' | 'end_time' | 'text' | 'types'>[]
}

/** Searches with a query and draws the film that answers it, a picture for each frame, as `reel-N.avif`. */
export async function drawReel({ product, regular, collections }: SeededProduct, folder: string): Promise<Reel> {
  const address = new URL(search.query.path, product.origin)
  address.search = new URLSearchParams({ index_id: collections.sample, query: QUERY }).toString()
  const answer = await fetch(address, { headers: { authorization: `Bearer ${regular.access}` } })
  const { matches } = search.query.response.parse(await answer.json())
  const notes = matches
    .filter(({ video_name }) => video_name === VIDEO)
    .slice(0, NOTES)
    .sort((a, b) => a.start_time - b.start_time)
    .map(({ start_time, end_time, text, types }) => ({ start_time, end_time, text, types }))
  if (notes.length < NOTES) throw new Error(`“${QUERY}” has ${notes.length} answers in ${VIDEO}`)
  const frames = stripOf(30, notes)
  for (const [place, { time }] of frames.entries())
    await still(path.join(FILMS, FILM), time, { width: 320, height: 240 }, path.join(folder, `reel-${place + 1}.avif`))
  return { query: QUERY, video_name: VIDEO, frames, notes }
}

/** Pictures at equal distances; the one nearest to the middle of a note shows that middle. @param duration seconds */
function stripOf(duration: number, notes: Reel['notes']): Reel['frames'] {
  const frames: Reel['frames'] = Array.from({ length: FRAMES }, (_, place) => ({
    time: Math.round(((place + 0.5) * duration * 10) / FRAMES) / 10,
    note: null,
  }))
  for (const [place, { start_time, end_time }] of notes.entries()) {
    const middle = (start_time + end_time) / 2
    const free = frames.filter(({ note }) => note === null)
    const nearest = free.reduce((a, b) => (Math.abs(b.time - middle) < Math.abs(a.time - middle) ? b : a))
    nearest.time = Math.round(middle * 10) / 10
    nearest.note = place + 1
  }
  return frames.sort((a, b) => a.time - b.time)
}
