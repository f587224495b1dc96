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

/** Boxes of the index that lead to a track's kind and to its sample descriptions (ISO/IEC 14496-12). */
const TRACK_PARENTS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
/** Sample descriptions of encrypted pictures: common encryption (ISO/IEC 23001-7), and Apple's. */
const ENCRYPTED_PICTURES: ReadonlySet<string> = new Set(['encv', 'drmi'])

interface Tracks {
  /** Kinds of the tracks: 'vide', 'soun' and others. */
  readonly kinds: string[]
  /** Kinds of the tracks' sample descriptions, for example 'avc1'. */
  readonly samples: string[]
}

/** Reads the kinds of the tracks and of their samples from an MP4 file's index. */
async function readTracks(file: FileHandle, { index }: Boxes): Promise<Tracks> {
  const tracks: Tracks = { kinds: [], samples: [] }
  const bytes = Buffer.alloc(24)
  const type = () => bytes.toString('latin1', 4, 8)
  let boxes = 0
  const read = async (from: number, end: number): Promise<void> => {
    for (let position = from; position + 8 <= end && boxes < MAX_BOXES; boxes += 1) {
      const { bytesRead } = await file.read(bytes, 0, 24, position)
      const length = bytes.readUInt32BE(0)
      if (bytesRead < 8 || length < 8) return
      if (type() === 'hdlr' && bytesRead >= 20) tracks.kinds.push(bytes.toString('latin1', 16, 20))
      if (type() === 'stsd' && bytesRead === 24) {
        // A version, a count, then sample descriptions, which begin as boxes do. One is enough to be encrypted.
        const { bytesRead: more } = await file.read(bytes, 0, 8, position + 16)
        if (more === 8) tracks.samples.push(type())
      } else if (TRACK_PARENTS.has(type())) await read(position + 8, Math.min(end, position + length))
      position += length
    }
  }
  if (index) await read(index.position, index.position + index.length)
  return tracks
}

/**
 * Examines a file without running a program. Rejects texts, playlists, sound files, incomplete and encrypted files: a
 * decoder may make pictures of noise from encrypted ones.
 * @param path absolute path
 * @throws MediaError media_empty, media_unsupported, media_no_picture, media_incomplete, media_protected
 */
export async function readContainer(path: string): Promise<Container> {
  await using file = await open(path)
  const { size } = await file.stat()
  if (size === 0) throw new MediaError('media_empty')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const head = buffer.subarray(0, bytesRead)
  const family = familyOf(head)
  const brand = brandOf(family, head)
  if (family !== 'mp4') return { family, brand, size, fast_start: true }
  const boxes = await readBoxes(file, size)
  const { index, fast_start } = boxes
  if (!index) throw new MediaError('media_incomplete')
  const tracks = await readTracks(file, boxes)
  if (tracks.samples.some((kind) => ENCRYPTED_PICTURES.has(kind))) throw new MediaError('media_protected')
  if (tracks.kinds.includes('soun') && !tracks.kinds.includes('vide')) throw new MediaError('media_no_picture')
  return { family, brand, size, fast_start }
}
