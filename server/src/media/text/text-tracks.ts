import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileAddress, type MediaJob, runProgram } from '../sandbox.ts'
import { type ProbedStream, probeHead } from '../streams.ts'

/** A track of text in a file, as a subtitle file. */
export interface TextTrack {
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
/** Longer titles of tracks are cut. */
const TITLE_CHARACTERS = 80

/**
 * Reads the tracks of text of a file, all in one pass over it. A track that cannot be read is left out.
 * @param input absolute path of the file as it was sent
 * @param most tracks that are read; others are left out
 * @param bytes of one track; a longer one is cut
 * @param duration seconds, for the limit of time
 * @throws MediaError
 */
export async function readTextTracks(
  job: MediaJob,
  input: string,
  { most, bytes, duration }: { readonly most: number; readonly bytes: number; readonly duration: number },
): Promise<TextTrack[]> {
  const { streams = [] } = await probeHead(job, input)
  const found = streams
    .filter(({ codec_type, codec_name }) => codec_type === 'subtitle' && CODECS.has(codec_name ?? ''))
    .slice(0, most)
  if (found.length === 0) return []
  const files = found.map(({ index }) => path.join(job.folder, `text-${index}`))
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: ['-vn', '-an', '-dn'],
    options: found.flatMap(({ index, codec_name }, at) => {
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
  return found.map((stream, at) => ({ ...describe(stream), text: texts[at] as string }))
}

const readText = async (file: string): Promise<string> =>
  (await stat(file).catch(() => null)) ? await readFile(file, 'utf8') : ''

function describe({ index, tags, disposition }: ProbedStream): Omit<TextTrack, 'text'> {
  const language = tags?.language && !['und', 'mis', 'zxx'].includes(tags.language) ? tags.language : null
  const title = tags?.title?.trim().slice(0, TITLE_CHARACTERS) || null
  return { index, language, title, by_default: disposition?.default === 1, forced: disposition?.forced === 1 }
}
