import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Film, filmSeconds } from './film.ts'

const run = promisify(execFile)

/** ffmpeg source of a soft bed of sound under the voice, mono, of the given length in seconds. */
const ambience = (seconds: number) => `anoisesrc=color=brown:amplitude=0.004:seed=3:duration=${seconds}`

/**
 * Speaks a film's lines with flite and mixes them with its background sound.
 * @returns path of a 44.1 kHz WAV file as long as the film
 * @throws Error when a line starts before the previous one has ended
 */
export async function narrate(film: Film, folder: string): Promise<string> {
  const seconds = filmSeconds(film)
  const inputs: string[] = []
  const chains: string[] = []
  let free = 0
  for (const [index, line] of film.narration.entries()) {
    const spoken = join(folder, `${film.name}-${index}.wav`)
    await run('flite', ['-voice', film.voice, '--setf', `duration_stretch=${film.pace}`, '-t', line.say, '-o', spoken])
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'format=duration',
      '-of',
      'csv=p=0',
      spoken,
    ])
    if (line.at < free)
      throw new Error(`${film.name}: "${line.say}" starts at ${line.at} s, before ${free.toFixed(2)} s`)
    free = line.at + Number(stdout)
    inputs.push('-i', spoken)
    chains.push(`[${index}]aresample=44100,adelay=${Math.round(line.at * 1000)}:all=1[line${index}]`)
  }
  if (free > seconds) throw new Error(`${film.name}: the last line ends at ${free.toFixed(2)} s of ${seconds} s`)
  const names = film.narration.map((_, index) => `[line${index}]`).join('')
  const bed = film.narration.length
  const graph = [
    ...chains,
    `${names}amix=inputs=${bed}:normalize=0,highpass=f=70,loudnorm=I=-18:TP=-2:LRA=7,aresample=44100[voice]`,
    `[${bed}]afade=t=in:d=1.5,afade=t=out:st=${seconds - 2}:d=2[bed]`,
    `[voice][bed]amix=inputs=2:normalize=0:duration=longest,apad,atrim=end=${seconds}[mix]`,
  ].join(';')
  const mixed = join(folder, `${film.name}.wav`)
  const source = ['-f', 'lavfi', '-i', ambience(seconds)]
  const filter = ['-filter_complex', graph, '-map', '[mix]', '-ac', '1', '-ar', '44100']
  await run('ffmpeg', ['-v', 'error', '-y', ...inputs, ...source, ...filter, mixed])
  return mixed
}
