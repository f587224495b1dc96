import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ffmpeg } from '../../../test/made-media.ts'

/** Makes a WAV file in the format of indexing, from any of ffmpeg's sources. @returns its path */
export async function makeSound(folder: string, name: string, ...source: string[]): Promise<string> {
  const file = join(folder, `${name}.wav`)
  await ffmpeg(...source, '-ar', '16000', '-ac', '1', '-c:a', 'pcm_s16le', file)
  return file
}

/** Makes a WAV file with a spoken text between two seconds of silence. @returns its path */
export async function say(folder: string, name: string, text: string): Promise<string> {
  const written = join(folder, `${name}.txt`)
  await writeFile(written, text)
  const speech = `flite=voice=rms:textfile='${written}',adelay=1000,apad=pad_dur=1`
  return makeSound(folder, name, '-f', 'lavfi', '-i', speech)
}

/** Makes a WAV file with a spoken sentence, `times` times. @returns its path */
export async function sayAgain(folder: string, name: string, times: number): Promise<string> {
  const sentence = await say(folder, `${name} once`, 'please close the window before the rain comes')
  return makeSound(folder, name, '-stream_loop', String(times - 1), '-i', sentence)
}
