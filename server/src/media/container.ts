import { type FileHandle, open } from 'node:fs/promises'
import { MediaError } from './media-error.ts'

/** Family of a container, from a file's first bytes. */
export type ContainerFamily = 'mp4' | 'matroska' | 'avi' | 'mpegts' | 'asf' | 'flv' | 'ogg' | 'mpeg'

/** Facts from the first bytes and the outermost boxes, without decoding. */
export interface Container {
  readonly family: ContainerFamily
  /** The format within the family: the major brand of MP4 ('isom', 'qt  '), 'webm' or 'matroska'; else ''. */
  readonly brand: string
  /** Size of the file in bytes. */
  readonly size: number
  /** MP4 family: the index is before the media data, so that playing starts at once. True for other families. */
  readonly fast_start: boolean
}

const HEAD_BYTES = 2_048
/** Box types at the start of an ISO base media file (ISO/IEC 14496-12) or a QuickTime file. */
const FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp'])
const MAX_BOXES = 10_000

/** First bytes of the families (hex), from their specifications. */
const MAGIC: readonly [string, ContainerFamily][] = [
  ['1a45dfa3', 'matroska'],
  ['3026b2758e66cf11', 'asf'],
  ['464c5601', 'flv'],
  ['4f676753', 'ogg'],
  ['000001ba', 'mpeg'],
  ['000001b3', 'mpeg'],
]

/** First bytes (hex) of sound files: ID3, FLAC, AIFF, Core Audio, AMR, MIDI, AC-3, MP3 and AAC frames. */
const SOUND = [
  '494433',
  '664c6143',
  '464f524d',
  '63616666',
  '2321414d52',
  '4d546864',
  '0b77',
  'fffb',
  'fff3',
  'fffa',
  'fff2',
  'fff1',
  'fff9',
]

/**
 * MPEG-TS has a sync byte every 188 bytes (192 on discs, 204 with correction codes); a recording may start between two.
 */
function looksLikeTransportStream(head: Buffer): boolean {
  return [188, 192, 204].some((step) => {
    for (let start = 0; start < step && start + 4 * step < head.length; start += 1) {
      if ([0, 1, 2, 3, 4].every((packet) => head[start + packet * step] === 0x47)) return true
    }
    return false
  })
}

function familyOf(head: Buffer): ContainerFamily {
  if (FIRST_BOXES.has(head.toString('latin1', 4, 8))) return 'mp4'
  if (head.toString('latin1', 0, 4) === 'RIFF') {
    const kind = head.toString('latin1', 8, 12)
    if (kind === 'AVI ') return 'avi'
    throw new MediaError(kind === 'WAVE' ? 'media_no_picture' : 'media_unsupported')
  }
  const hex = head.toString('hex', 0, 16)
  const known = MAGIC.find(([magic]) => hex.startsWith(magic))
  if (known) return known[1]
  if (looksLikeTransportStream(head)) return 'mpegts'
  throw new MediaError(SOUND.some((magic) => hex.startsWith(magic)) ? 'media_no_picture' : 'media_unsupported')
}

function brandOf(family: ContainerFamily, head: Buffer): string {
  if (family === 'matroska') return head.includes('webm') ? 'webm' : 'matroska'
  return family === 'mp4' && head.toString('latin1', 4, 8) === 'ftyp' ? head.toString('latin1', 8, 12) : ''
}

interface Boxes {
  /** Position of the index, in bytes. */
  readonly index: { readonly position: number; readonly length: number } | null
  readonly fast_start: boolean
}

/** Reads the outermost boxes: whether there is an index, and whether it is before the data. */
async function readBoxes(file: FileHandle, size: number): Promise<Boxes> {
  const header = Buffer.alloc(16)
  let data = false
  for (let position = 0, boxes = 0; position + 8 <= size && boxes < MAX_BOXES; boxes += 1) {
    const { bytesRead } = await file.read(header, 0, 16, position)
    if (bytesRead < 8) break
    const type = header.toString('latin1', 4, 8)
    const short = header.readUInt32BE(0)
    const length = short === 1 && bytesRead === 16 ? Number(header.readBigUInt64BE(8)) : short
    if (type === 'moov')
      return { index: { position, length: Math.min(length || size, size - position) }, fast_start: !data }
    data ||= type === 'mdat'
    if (length < 8) break
    position += length
  }
  return { index: null, fast_start: false }
}

/** Bytes of the index to search; that of a day of video has fewer. */
const INDEX_BYTES = 256 * 2 ** 20

/**
 * Finds in an MP4 file's index why nothing was readable: its pictures are encrypted (ISO/IEC 23001-7), or it has none.
 * @returns null when the index does not explain it
 */
export async function explainUnreadable(path: string): Promise<MediaError | null> {
  const file = await open(path)
  try {
    const { index } = await readBoxes(file, (await file.stat()).size)
    if (!index || index.length > INDEX_BYTES) return null
    const { buffer } = await file.read(Buffer.alloc(index.length), 0, index.length, index.position)
    if (buffer.includes('encv') && buffer.includes('sinf')) return new MediaError('media_protected')
    const kinds = [...buffer.toString('latin1').matchAll(/hdlr.{8}(vide|soun)/gs)].map(([, kind]) => kind)
    return kinds.includes('soun') && !kinds.includes('vide') ? new MediaError('media_no_picture') : null
  } finally {
    await file.close()
  }
}

/**
 * Examines a file without running a program. Rejects texts, playlists, sound files and incomplete files.
 * @param path absolute path
 * @throws MediaError media_empty, media_unsupported, media_no_picture, media_incomplete
 */
export async function readContainer(path: string): Promise<Container> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size === 0) throw new MediaError('media_empty')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    const family = familyOf(head)
    const brand = brandOf(family, head)
    if (family !== 'mp4') return { family, brand, size, fast_start: true }
    const { index, fast_start } = await readBoxes(file, size)
    if (!index) throw new MediaError('media_incomplete')
    return { family, brand, size, fast_start }
  } finally {
    await file.close()
  }
}
