import path from 'node:path'
import { ffmpeg } from '../server/test/made-media.ts'

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
 * that every stage of indexing has something to do. @param number from 0 @param seconds length; longer speech is cut
 * off @returns its path
 */
export async function makeFilm(folder: string, number: number, seconds = 5): Promise<string> {
  const file = path.join(folder, `film-${number}.mkv`)
  const [sentence, slide] = [SENTENCES[number % FILMS], SLIDES[number % FILMS]]
  const half = seconds / 2
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=15:duration=${half}`],
    ...['-f', 'lavfi', '-i', `color=c=white:size=640x360:rate=15:duration=${half}`],
    ...['-f', 'lavfi', '-i', `flite=text='${sentence}':voice=slt`],
    ...['-filter_complex', `[1:v]drawtext=text='${slide}':fontsize=60:x=60:y=150[t];[0:v][t]concat=n=2[v]`],
    ...['-map', '[v]', '-map', '2:a', '-t', String(seconds)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', file],
  )
  return file
}
