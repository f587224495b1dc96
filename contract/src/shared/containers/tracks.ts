import { type Box, boxesBetween, isBoxed, type ReadBytes, textOf } from './boxes.ts'
import { ELEMENT, elementAt, elementsBetween } from './elements.ts'

/** What the tracks of a file are. */
export interface TrackKinds {
  readonly picture: boolean
  readonly sound: boolean
}

/** Boxes, or elements, that are looked at before a file counts as unreadable: fragments come in thousands. */
const MOST = 1_000

/**
 * The kinds of the tracks of an MP4, QuickTime, Matroska or WebM file. Reads a few hundred bytes in a few places.
 * @param size bytes of the file
 * @returns null for other files, and for one whose list of tracks is not found
 */
export async function trackKinds(read: ReadBytes, size: number): Promise<TrackKinds | null> {
  if (await isBoxed(read)) return await kindsOfBoxes(read, size)
  const head = await elementAt(read, 0)
  return head?.id === ELEMENT.head && head.end !== null ? await kindsOfElements(read, head.end, size) : null
}

/** Handlers of tracks (14496-12, 12, and QuickTime): those with pictures that change, and sound. */
const PICTURES = ['vide', 'pict', 'auxv']

async function kindsOfBoxes(read: ReadBytes, size: number): Promise<TrackKinds | null> {
  const movie = await boxOf(read, { content: 0, end: size }, 'moov')
  if (!movie) return null
  const handlers: string[] = []
  for await (const track of boxesBetween(read, movie.content, movie.end)) {
    const media = track.type === 'trak' ? await boxOf(read, track, 'mdia') : null
    const handler = media && (await boxOf(read, media, 'hdlr'))
    // Four bytes of version and flags and four unused ones are before the kind.
    if (handler) handlers.push(textOf(await read(handler.content + 8, 4)))
  }
  return kindsIn(
    handlers.some((handler) => PICTURES.includes(handler)),
    handlers.includes('soun'),
  )
}

async function boxOf(read: ReadBytes, { content, end }: Pick<Box, 'content' | 'end'>, type: string) {
  let seen = 0
  for await (const box of boxesBetween(read, content, end)) {
    if (box.type === type) return box
    if (++seen > MOST) return null
  }
  return null
}

async function kindsOfElements(read: ReadBytes, start: number, size: number): Promise<TrackKinds | null> {
  const segment = await elementAt(read, start)
  if (segment?.id !== ELEMENT.segment) return null
  let seen = 0
  for await (const element of elementsBetween(read, segment.content, segment.end ?? size)) {
    if (element.id === ELEMENT.tracks && element.end !== null)
      return await kindsOfEntries(read, element.content, element.end)
    if (++seen > MOST) return null
  }
  return null
}

async function kindsOfEntries(read: ReadBytes, start: number, end: number): Promise<TrackKinds | null> {
  const types: (number | undefined)[] = []
  for await (const entry of elementsBetween(read, start, end)) {
    if (entry.id !== ELEMENT.entry || entry.end === null) continue
    for await (const { id, content } of elementsBetween(read, entry.content, entry.end))
      if (id === ELEMENT.type) types.push((await read(content, 1))[0])
  }
  return kindsIn(types.includes(1), types.includes(2))
}

const kindsIn = (picture: boolean, sound: boolean): TrackKinds | null => (picture || sound ? { picture, sound } : null)
