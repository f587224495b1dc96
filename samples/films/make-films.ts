/**
 * Makes the sample films: `make-films.ts` makes all of them and writes films.json, `make-films.ts NAME ...` makes some
 * again, `make-films.ts --sound NAME ...` only replaces their narration, `make-films.ts NAME@SECONDS OUT.png` writes
 * one frame (several with commas between them).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Film, FRAME, filmSeconds } from './film.ts'
import { film as harbour } from './harbour/harbour.ts'
import { film as secondHarbour } from './harbour/harbour-v2.ts'
import { film as kitchen } from './kitchen/kitchen.ts'
import { film as lens } from './lens/lens.ts'
import { narrate } from './narration.ts'
import { screen } from './screening.ts'

const FILMS: Film[] = [harbour, secondHarbour, lens, kitchen]
const FOLDER = fileURLToPath(new URL('..', import.meta.url))
/** Bits per second of the picture: with 48 kbit/s of sound, 90 seconds stay below 6 MB. */
const PICTURE_BITS = 455_000
const X264 = ['-c:v', 'libx264', '-preset', 'slower', '-profile:v', 'high', '-g', '50', '-b:v', String(PICTURE_BITS)]
const TUNING = 'aq-mode=3:aq-strength=1.0:psy-rd=0.8,0.1:deblock=0,0:vbv-maxrate=2400:vbv-bufsize=4800'

async function finished(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${child.spawnargs[0]} ended with ${code}`)
}

/** Draws every frame into a nearly lossless file, so that the encoder may look at the film twice. */
async function shoot(film: Film, folder: string): Promise<string> {
  const file = join(folder, `${film.name}.mkv`)
  const input = ['-f', 'image2pipe', '-framerate', String(FRAME.rate), '-c:v', 'png', '-i', 'pipe:0']
  const output = ['-c:v', 'libx264rgb', '-preset', 'ultrafast', '-qp', '0', file]
  const encoder = spawn('ffmpeg', ['-v', 'error', '-y', ...input, ...output], { stdio: ['pipe', 'inherit', 'inherit'] })
  const done = finished(encoder)
  const screening = await screen(film)
  try {
    for (let index = 0; index < Math.round(filmSeconds(film) * FRAME.rate); index += 1) {
      if (!encoder.stdin.write(await screening.frame(index))) await once(encoder.stdin, 'drain')
    }
  } finally {
    await screening.close()
    encoder.stdin.end()
  }
  await done
  return file
}

async function encode(film: Film, picture: string, sound: string, folder: string): Promise<void> {
  const colour = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', '-colorspace', 'bt709'].concat([
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-color_range',
    'tv',
  ])
  const log = join(folder, `${film.name}-pass`)
  const video = [...colour, ...X264, '-x264-params', TUNING, '-passlogfile', log]
  await finished(
    spawn('ffmpeg', ['-v', 'error', '-y', '-i', picture, ...video, '-pass', '1', '-an', '-f', 'null', '-']),
  )
  const audio = ['-map', '0:v', '-map', '1:a', '-c:a', 'aac', '-b:a', '48k', '-ac', '1']
  const head = ['-movflags', '+faststart', '-metadata', `title=${film.title}`]
  const out = join(FOLDER, `${film.name}.mp4`)
  const inputs = ['-i', picture, '-i', sound]
  await finished(spawn('ffmpeg', ['-v', 'error', '-y', ...inputs, ...video, '-pass', '2', ...audio, ...head, out]))
  console.log(`${out}: ${((await stat(out)).size / 1e6).toFixed(2)} MB`)
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'films-'))
  await work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

const makeFilm = (film: Film) =>
  inFolder(async (folder) => {
    const sound = await narrate(film, folder)
    await encode(film, await shoot(film, folder), sound, folder)
  })

/** Gives an existing film a new narration. */
const speakAgain = (film: Film) =>
  inFolder(async (folder) => {
    const [old, out] = [join(folder, 'old.mp4'), join(FOLDER, `${film.name}.mp4`)]
    await copyFile(out, old)
    const maps = ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', '-b:a', '48k', '-ac', '1']
    const inputs = ['-i', old, '-i', await narrate(film, folder)]
    await finished(spawn('ffmpeg', ['-v', 'error', '-y', ...inputs, ...maps, '-movflags', '+faststart', out]))
  })

async function writeFrames(wanted: string, out: string): Promise<void> {
  const [name = '', times = '0'] = wanted.split('@')
  const film = FILMS.find((one) => one.name === name)
  if (!film) throw new Error(`There is no film ${name}`)
  const screening = await screen(film)
  for (const time of times.split(',')) {
    const frame = await screening.frame(Math.round(Number(time) * FRAME.rate))
    await writeFile(times.includes(',') ? out.replace('.png', `-${time}.png`) : out, frame)
  }
  await screening.close()
}

const [first = '', second = 'frame.png'] = process.argv.slice(2)
if (first.includes('@')) {
  await writeFrames(first, second)
} else {
  const names = process.argv.slice(2)
  const make = names.includes('--sound') ? speakAgain : makeFilm
  const some = names.filter((name) => name !== '--sound')
  for (const film of FILMS) if (some.length === 0 || some.includes(film.name)) await make(film)
  const facts = FILMS.map((film) => ({
    title: film.title,
    file: `${film.name}.mp4`,
    duration: filmSeconds(film),
    description: film.description,
    ...(film.version_of && { version_of: `${film.version_of.name}.mp4` }),
    ...(film.comments?.length && { comments: film.comments }),
  }))
  await writeFile(join(FOLDER, 'films.json'), `${JSON.stringify(facts, null, 2)}\n`)
}
