import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ffmpeg, H264 } from './made-media.ts'

/** A text track for a film. */
export interface MadeTrack {
  /** Content of a subtitle file. */
  readonly text: string
  /** Ending of that file. */
  readonly kind?: 'srt' | 'ass' | 'vtt'
  /** ffmpeg's name of the codec of the track; 'copy' keeps what a decoder would drop. */
  readonly codec?: 'mov_text' | 'srt' | 'ass' | 'copy'
  /** ISO 639. */
  readonly language?: string
  readonly title?: string
  /** For example 'default' or 'forced'; '0' for none. */
  readonly disposition?: string
}

/** Subtitles of a text for each second from the first. */
export const srtOf = (...texts: readonly string[]): string =>
  texts.map((text, at) => `${at + 1}\n00:00:0${at + 1},000 --> 00:00:0${at + 1},900\n${text}\n`).join('\n')

/**
 * Makes a film of ten seconds with text tracks.
 * @param file whose ending says the container
 * @param sound_language ISO 639, of its sound; null for a film without sound
 */
export async function makeSubtitled(
  file: string,
  tracks: readonly MadeTrack[],
  sound_language: string | null = null,
): Promise<void> {
  const names = tracks.map(({ kind = 'srt' }, at) => `${file}.${at}.${kind}`)
  await Promise.all(tracks.map(({ text }, at) => writeFile(names[at] as string, text)))
  const sound = sound_language === null ? [] : ['-f', 'lavfi', '-i', 'sine=frequency=300:duration=10']
  const first = sound.length > 0 ? 2 : 1
  const is_webm = path.extname(file) === '.webm'
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=10', ...sound],
    ...names.flatMap((name) => ['-i', name]),
    ...['-map', '0:v', ...(sound.length > 0 ? ['-map', '1:a', '-metadata:s:a:0', `language=${sound_language}`] : [])],
    ...tracks.flatMap((_, at) => ['-map', `${first + at}:s`]),
    ...tracks.flatMap(({ codec = 'mov_text', language, title, disposition }, at) => [
      ...[`-c:s:${at}`, codec],
      ...(language ? [`-metadata:s:s:${at}`, `language=${language}`] : []),
      ...(title ? [`-metadata:s:s:${at}`, `title=${title}`] : []),
      ...(disposition ? [`-disposition:s:${at}`, disposition] : []),
    ]),
    ...(is_webm ? ['-c:v', 'libvpx', '-c:a', 'libopus'] : [...H264, '-c:a', 'aac']),
    file,
  )
}
