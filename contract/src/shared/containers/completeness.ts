import { boxesBetween, isBoxed, type ReadBytes, textOf } from './boxes.ts'
import { ELEMENT, elementAt } from './elements.ts'

/**
 * Whether all of a file is there, as far as its container says. `cut`: its end is missing. `no_index`: an MP4 or QuickTime
 * file without its movie box, which writers add at the end, so that nothing of it can be played.
 */
export type Completeness = 'whole' | 'cut' | 'no_index'

/** @param size bytes of the file @returns whole for a file whose container says nothing */
export async function completenessOf(read: ReadBytes, size: number): Promise<Completeness> {
  if (await isBoxed(read)) return await completenessOfBoxes(read, size)
  const head = await read(0, 8)
  if (textOf(head.subarray(0, 4)) === 'RIFF' && head.length === 8)
    return new DataView(head.buffer, head.byteOffset).getUint32(4, true) + 8 > size ? 'cut' : 'whole'
  const packet = await packetOf(read)
  if (packet) return size % packet === 0 ? 'whole' : 'cut'
  return await completenessOfElements(read, size)
}

async function completenessOfBoxes(read: ReadBytes, size: number): Promise<Completeness> {
  let movie = false
  let end = 0
  for await (const box of boxesBetween(read, 0, size)) {
    if (box.type === 'moov' && box.end <= size) movie = true
    end = box.end
  }
  if (!movie) return 'no_index'
  return end > size ? 'cut' : 'whole'
}

async function completenessOfElements(read: ReadBytes, size: number): Promise<Completeness> {
  const head = await elementAt(read, 0)
  if (head?.id !== ELEMENT.head || head.end === null) return 'whole'
  const segment = await elementAt(read, head.end)
  // A recorder states the end of the segment when it has ended.
  return segment?.id === ELEMENT.segment && segment.end !== null && segment.end > size ? 'cut' : 'whole'
}

/** Bytes of a packet of an MPEG transport stream (ISO/IEC 13818-1, 2.4.3.2), on discs with 4 bytes of time before. */
const PACKETS = [
  { length: 188, sync: 0 },
  { length: 192, sync: 4 },
]
const SYNC = 0x47

async function packetOf(read: ReadBytes): Promise<number | null> {
  const bytes = await read(0, 3 * 192)
  const found = PACKETS.find(({ length, sync }) => [0, 1, 2].every((packet) => bytes[packet * length + sync] === SYNC))
  return found?.length ?? null
}
