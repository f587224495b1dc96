import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { MediaError, type MediaErrorCode } from '../media-error.ts'
import { fileAddress, type MediaJob, runProgram } from '../sandbox.ts'
import { type ProbedStream, probeHead, statedOf } from '../streams.ts'

/** A text track of a file, as a subtitle file. */
export interface ReadTrack {
  /** Number of the stream in the file. */
  readonly index: number
  /** ISO 639 or BCP 47, as the file states it; null when it states none. */
  readonly language: string | null
  readonly title: string | null
  readonly by_default: boolean
  /** Shown even to people who want no subtitles, such as signs in another language. */
  readonly forced: boolean
  /** SRT or WebVTT. */
  readonly text: string
}

/** ffmpeg's names of codecs with text, and how they are written: as they are, or as SRT. */
const CODECS: ReadonlyMap<string, 'srt' | 'webvtt' | null> = new Map([
  ['subrip', 'srt'],
  ['srt', 'srt'],
  ['webvtt', 'webvtt'],
  ['mov_text', null],
  ['text', null],
  ['ass', null],
  ['ssa', null],
])
/** Failures of time and memory, and not of a track. */
const OF_MACHINE: ReadonlySet<string> = new Set<MediaErrorCode>([
  'media_stalled',
  'media_timeout',
  'media_no_room',
  'media_tools_missing',
  'media_killed',
])

/** Which tracks are read, and how far. */
interface Limits {
  /** Tracks that are read; others are left out. */
  readonly most: number
  /** Of one track; a longer one is cut. */
  readonly bytes: number
  /** Seconds, for the limit of time. */
  readonly duration: number
}

/**
 * Reads the text tracks of a file, all in one pass over it, or one by one if one of them cannot be read. That one is left
 * out.
 * @param input absolute path of the file as it was sent
 * @param onFailure hears why a track was left out
 * @throws MediaError when time, memory or room did not suffice; when the head of the file cannot be read
 */
export async function readTextTracks(
  job: MediaJob,
  input: string,
  limits: Limits,
  onFailure: (error: MediaError) => void,
): Promise<ReadTrack[]> {
  const { streams = [] } = await probeHead(job, input)
  const found = streams
    .filter(({ codec_type, codec_name }) => codec_type === 'subtitle' && CODECS.has(codec_name ?? ''))
    .slice(0, limits.most)
  if (found.length === 0) return []
  const all = await attempt(() => readStreams(job, input, found, limits))
  if (!(all instanceof MediaError)) return all
  const tracks: (readonly ReadTrack[])[] = []
  for (const stream of found) {
    const read = found.length === 1 ? all : await attempt(() => readStreams(job, input, [stream], limits))
    if (read instanceof MediaError) onFailure(read)
    else tracks.push(read)
  }
  return tracks.flat()
}

/** @returns a failure that the file may be the cause of */
async function attempt<T>(act: () => Promise<T>): Promise<T | MediaError> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof MediaError) || OF_MACHINE.has(error.code)) throw error
    return error
  }
}

async function readStreams(
  job: MediaJob,
  input: string,
  streams: readonly ProbedStream[],
  { bytes, duration }: Limits,
): Promise<ReadTrack[]> {
  const files = streams.map(({ index }) => path.join(job.folder, `text-${index}`))
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: ['-vn', '-an', '-dn'],
    options: streams.flatMap(({ index, codec_name }, at) => {
      const kept = CODECS.get(codec_name ?? '')
      const codec = ['-c:s', kept ? 'copy' : 'srt', '-f', kept ?? 'srt']
      return ['-map', `0:${index}`, ...codec, '-fs', String(bytes), fileAddress(files[at] as string)]
    }),
    outputs: files,
    wallSeconds: 300 + duration,
    // Minutes may pass between two subtitles.
    stallSeconds: 300 + duration,
    fileBytes: 2 * bytes,
  })
  const texts = await Promise.all(files.map(readText))
  return streams.map((stream, at) => ({
    index: stream.index,
    ...statedOf(stream),
    by_default: stream.disposition?.default === 1,
    forced: stream.disposition?.forced === 1,
    text: texts[at] as string,
  }))
}

const readText = async (file: string): Promise<string> =>
  (await stat(file).catch(() => null)) ? await readFile(file, 'utf8') : ''
