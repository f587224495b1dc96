// Past 250 lines: one script from drawing to truth.json, read from top to bottom and run by hand.
/**
 * Makes the reels that calibrate search, with a truth.json in the form that `npm run bench:search` reads: `node
 * bench/make-reels.ts OUT`. Needs ffmpeg, flite, and the pictures of Debian's package tuxpaint-stamps-default (cut-out
 * photographs with descriptions). It reads those from the package or from its second argument, and does not keep them.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import type Sharp from 'sharp'
import { H264 } from '../server/test/made-media.ts'
import questions from './reels/questions.json' with { type: 'json' }

// sharp is a dependency of the server, not of the benchmarks.
const sharp = createRequire(new URL('../server/package.json', import.meta.url))('sharp') as typeof Sharp
const run = promisify(execFile)

interface Segment {
  id: string
  /** Seconds. */
  seconds: number
  picture: Buffer
  say?: { text: string; voice: string }
}
interface Stamp {
  file: string
  folder: string
  name: string
}
interface Query {
  type: SearchType
  query: string
  answers: string[]
}

const WIDTH = 1280
const HEIGHT = 720
const VOICES = ['rms', 'slt', 'awb', 'kal16']
const SCENES_PER_REEL = 20
const STAMP_SECONDS = 3
const STAMP_FOLDERS = [
  'animals/mammals',
  'animals/birds',
  'food',
  'vehicles',
  'household',
  'sports',
  'plants',
  'clothes',
]
/** Number of stamps, spread evenly over all of them. */
const MOST_STAMPS = 90
/** Every third stamp is left out of the reels: a search for it must find nothing. */
const LEFT_OUT = 3
const KINDS: Record<string, string> = {
  'animals/birds': 'a bird',
  animals: 'an animal',
  'vehicles/auto': 'a car',
  vehicles: 'a vehicle',
  food: 'food',
  plants: 'a plant',
}
const GROUNDS = ['#8fa3ad', '#c9b79c', '#5d6b52', '#d9d4c7', '#39424e', '#a8b58f', '#7a5c4a', '#b9c7d6']

const [out, stamps_folder = '/usr/share/tuxpaint/stamps'] = process.argv.slice(2)
if (!out) {
  console.error('usage: node bench/make-reels.ts OUT [STAMPS]')
  process.exit(2)
}
await mkdir(out, { recursive: true })
const work = await mkdtemp(path.join(tmpdir(), 'footnote-reels-'))
const queries: Query[] = []
const videos: { file: string; seconds: number; segments: { id: string; start: number; end: number }[] }[] = []
try {
  await reel('said', await spoken())
  await reel('written', await written())
  const scenes = await stamped()
  for (let start = 0; start < scenes.length; start += SCENES_PER_REEL)
    await reel(`seen-${start / SCENES_PER_REEL}`, scenes.slice(start, start + SCENES_PER_REEL))
  await writeFile(path.join(out, 'truth.json'), JSON.stringify({ videos, queries }, null, 1))
  console.log(`${videos.length} reels, ${queries.length} questions in ${out}`)
} finally {
  await rm(work, { recursive: true })
}

/** Adds questions with the segments that answer them. */
function ask(type: SearchType, asked: readonly string[], answers: string[]): void {
  for (const query of asked) queries.push({ type, query, answers })
}

async function spoken(): Promise<Segment[]> {
  ask('CONVERSATION', questions.unanswered.said, [])
  return Promise.all(
    questions.said.map(async ({ say, ask: asked }, index) => {
      const id = `said-${index}`
      ask('CONVERSATION', asked, [id])
      const voice = VOICES[index % VOICES.length] as string
      return {
        id,
        seconds: 1.5 + say.split(' ').length * 0.42,
        picture: await ground(index).jpeg().toBuffer(),
        say: { text: say, voice },
      }
    }),
  )
}

async function written(): Promise<Segment[]> {
  ask('TEXT_IN_VIDEO', questions.unanswered.written, [])
  return Promise.all(
    questions.written.map(async ({ write, ask: asked }, index) => {
      const id = `written-${index}`
      ask('TEXT_IN_VIDEO', asked, [id])
      return {
        id,
        seconds: 4,
        picture: await ground(index)
          .composite([{ input: lettering(write, index) }])
          .jpeg()
          .toBuffer(),
      }
    }),
  )
}

async function stamped(): Promise<Segment[]> {
  const shown: { id: string; stamp: Stamp }[] = []
  const absent: Stamp[] = []
  const scenes: Segment[] = []
  for (const [index, stamp] of (await readStamps()).entries()) {
    if (index % LEFT_OUT === 0) {
      absent.push(stamp)
      continue
    }
    const id = `seen-${index}`
    const size = HEIGHT * (0.45 + 0.4 * ((index * 0.618) % 1))
    const cut = await sharp(stamp.file)
      .resize(Math.round(size), Math.round(size), { fit: 'inside' })
      .png()
      .toBuffer({ resolveWithObject: true })
    const left = Math.round((WIDTH - cut.info.width) * ((index * 0.382) % 1))
    const top = Math.round((HEIGHT - cut.info.height) * (0.4 + 0.6 * ((index * 0.27) % 1)))
    const picture = await ground(index)
      .composite([{ input: cut.data, left, top }])
      .jpeg()
      .toBuffer()
    shown.push({ id, stamp })
    scenes.push({ id, seconds: STAMP_SECONDS, picture })
  }
  // Kinds come in order, and similar neighbours would become one shot.
  scenes.sort((a, b) => order(a.id) - order(b.id))
  const noun = (name: string) => name.split(' ').at(-1)
  const answers = (matches: (stamp: Stamp) => boolean) =>
    shown.filter(({ stamp }) => matches(stamp)).map(({ id }) => id)
  const look = (query: string, found: string[]) => ask('VISUAL', [query], found)
  for (const name of new Set(shown.map(({ stamp }) => stamp.name)))
    look(
      name,
      answers(
        (stamp) => stamp.name === name || (stamp.name.endsWith(` ${noun(name)}`) && name.split(' ').length === 2),
      ),
    )
  for (const { name } of absent) if (answers((stamp) => noun(stamp.name) === noun(name)).length === 0) look(name, [])
  for (const [folder, query] of Object.entries(KINDS))
    look(
      query,
      answers((stamp) => stamp.folder.startsWith(folder)),
    )
  return scenes
}

/** A fixed shuffle. */
function order(id: string): number {
  return (Number(id.split('-')[1]) * 0.618_034) % 1
}

/** Photographs with a short name ("A green apple."). */
async function readStamps(): Promise<Stamp[]> {
  const stamps: Stamp[] = []
  for (const folder of STAMP_FOLDERS)
    for (const entry of (await readdir(path.join(stamps_folder, folder), { recursive: true })).sort()) {
      if (!entry.endsWith('.png') || entry.includes('cartoon')) continue
      const file = path.join(stamps_folder, folder, entry)
      const [line = ''] = (await readFile(file.replace(/png$/, 'txt'), 'utf8').catch(() => '')).split('\n')
      const name = /^(an? [a-z ]{3,24})\.$/i.exec(line.trim())?.[1]?.toLowerCase()
      if (name) stamps.push({ file, folder: path.join(folder, path.dirname(entry)), name })
    }
  return stamps.filter((_, index) => (index * MOST_STAMPS) % stamps.length < MOST_STAMPS)
}

function ground(index: number): ReturnType<typeof sharp> {
  const colour = GROUNDS[index % GROUNDS.length] as string
  const other = GROUNDS[(index * 3 + 1 + (index >> 3)) % GROUNDS.length] as string
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g" x1="0" y1="0" x2="${index % 2}" y2="1"><stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${other}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`
  return sharp(Buffer.from(svg))
}

function lettering(text: string, index: number): Buffer {
  const lines = text
    .split('\n')
    .map((line, at) => `<tspan x="50%" dy="${at === 0 ? 0 : 80}">${line.replaceAll('&', '&amp;')}</tspan>`)
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect x="100" y="220" width="1080" height="280" fill="${index % 2 ? '#101820' : '#faf8f2'}"/><text x="50%" y="${text.includes('\n') ? 330 : 375}" text-anchor="middle" font-family="DejaVu Sans" font-size="${48 + (index % 3) * 8}" fill="${index % 2 ? '#f4f1ea' : '#1c1c1c'}">${lines.join('')}</text></svg>`,
  )
}

async function reel(name: string, segments: Segment[]): Promise<void> {
  const parts: string[] = []
  const times: { id: string; start: number; end: number }[] = []
  let clock = 0
  for (const { id, seconds, picture, say } of segments) {
    const file = path.join(work, `${id}.jpg`)
    await writeFile(file, picture)
    const sound = path.join(work, `${id}.wav`)
    if (say) await run('flite', ['-voice', say.voice, '-t', say.text, '-o', sound])
    const part = path.join(work, `${id}.ts`)
    const audio = say ? ['-i', sound] : ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono']
    await run('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-loop',
      '1',
      '-framerate',
      '10',
      '-i',
      file,
      ...audio,
      '-filter_complex',
      '[1:a]adelay=400|400,apad,aresample=44100[a]',
      '-map',
      '0:v',
      '-map',
      '[a]',
      '-t',
      seconds.toFixed(2),
      ...H264,
      '-g',
      '10',
      '-c:a',
      'aac',
      '-ac',
      '1',
      part,
    ])
    parts.push(part)
    const probed = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', part])
    const length = Number(probed.stdout)
    times.push({ id, start: clock, end: clock + length })
    clock += length
  }
  const list = path.join(work, `${name}.txt`)
  await writeFile(list, parts.map((part) => `file '${part}'`).join('\n'))
  const file = `${name}.mp4`
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    list,
    '-c',
    'copy',
    '-bsf:a',
    'aac_adtstoasc',
    path.join(out as string, file),
  ])
  videos.push({ file, seconds: clock, segments: times })
}
