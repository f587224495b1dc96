/**
 * Measures how a large film plays on a slow line: `npm run bench:slow-line -- [MINUTES]`. Starts the product with a 4K
 * film of 60 Mb/s and MINUTES (5) and its light copy, opens it in browsers whose line has 3 Mb/s, and prints the
 * milliseconds until the first frame, from the moment that the page draws the player, those from the press of Play until
 * it plays, those that it waits while it plays for a minute, and the bytes before the first picture of each file. Exits
 * with 1 if Auto exceeds a bound. Needs 0.5 GB of disk for each minute.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, open, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { openBrowser, signIn } from '../e2e/browser.ts'
import { type Account, createReviewCollection } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { accountWithoutWorker } from './account.ts'

/** Minutes of the film. */
const minutes = Number(process.argv[2] ?? 5)
/** Milliseconds. The index of a long film is long. */
const BOUNDS = { first_frame: minutes > 5 ? 12_000 : 2_000, plays: 2_000, stalled: 0 } as const
/** Bits per second, and milliseconds of the way there and back. */
const LINE = { rate: 3_000_000, delay: 60 } as const
/** Seconds: the film, the clip that it repeats, and how long somebody watches. */
const [LENGTH, CLIP, WATCHED] = [60 * minutes, 4, 60] as const
const QUALITIES = ['auto', 'full'] as const

const run = promisify(execFile)
const product = await startProduct({ RATE_LIMITS: 'off', ROLES: 'api' })
try {
  const account = await accountWithoutWorker(product)
  const address = await storeFilm(product, account)
  const rows = []
  for (const quality of QUALITIES) rows.push({ quality, ...(await watch(account, product.origin + address, quality)) })
  console.table(rows)
  const [auto] = rows
  const isGood =
    auto &&
    auto['first frame ms'] <= BOUNDS.first_frame &&
    auto['plays after ms'] <= BOUNDS.plays &&
    auto['stalled ms'] <= BOUNDS.stalled
  if (!isGood) process.exitCode = 1
} finally {
  await product.stop()
}

/** A file that repeats a clip of noise. */
async function makeFile(file: string, size: string, rate: string): Promise<number> {
  const clip = `${file}.clip.mp4`
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=30:duration=${CLIP},noise=alls=30:allf=t`]
  const sound = ['-f', 'lavfi', '-i', `sine=duration=${CLIP}`, '-c:a', 'aac', '-b:a', '128k']
  const bits = ['-b:v', rate, '-minrate', rate, '-maxrate', rate, '-bufsize', rate, '-nal-hrd', 'cbr', '-g', '60']
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...bits]
  await run('ffmpeg', ['-v', 'error', '-nostdin', ...picture, ...sound, ...codec, clip])
  const repeated = ['-stream_loop', String(LENGTH / CLIP - 1), '-i', clip, '-c', 'copy', '-movflags', '+faststart']
  await run('ffmpeg', ['-v', 'error', '-nostdin', ...repeated, file])
  console.log(`${path.basename(file)}: ${await indexBytes(file)} bytes before the first picture`)
  return (await stat(file)).size
}

/** Bytes before the samples of an MP4 file (ISO/IEC 14496-12, 4.2: boxes with their lengths, samples in `mdat`). */
async function indexBytes(file: string): Promise<number> {
  const opened = await open(file)
  try {
    for (let at = 0; ; ) {
      const { buffer } = await opened.read(Buffer.alloc(8), 0, 8, at)
      if (buffer.toString('latin1', 4) === 'mdat') return at
      at += buffer.readUInt32BE(0)
    }
  } finally {
    await opened.close()
  }
}

/** @returns path of its review page */
async function storeFilm(to: Product, account: Account): Promise<string> {
  const collection_id = await createReviewCollection(to, account, 'Slow line')
  const id = randomUUID()
  const folder = path.join(to.data_dir, 'files', 'videos', id)
  await mkdir(folder, { recursive: true })
  const file_size = await makeFile(path.join(folder, 'original.mp4'), '3840x2160', '60M')
  const light_bytes = await makeFile(path.join(folder, 'light.mp4'), '1280x720', '2000k')
  await inDatabase(to, async (db) => {
    await db
      .insertInto('videos')
      .values({
        ...{ id, collection_id, user_id: account.user_id, file_name: 'film.mp4', file_extension: 'mp4', file_size },
        ...{ storage_key: `videos/${id}/original.mp4`, status: 'SUCCESS', playback: 'READY', duration: LENGTH },
        ...{ frame_rate_num: 30, frame_rate_den: 1, width: 3840, height: 2160 },
        ...{ light: 'READY', light_key: `videos/${id}/light.mp4`, light_bytes },
      })
      .execute()
  })
  return `/quick-review/${account.user_id}/${id}`
}

interface PlaybackCounts {
  drawn: number
  framed: number
  pressed: number
  plays: number
  stalled: number
}

async function watch(account: Account, address: string, quality: (typeof QUALITIES)[number]) {
  const { context, page, close } = await openBrowser()
  try {
    await signIn(context, { ...account.storage, player_quality: quality })
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const bytes = LINE.rate / 8
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: LINE.delay, downloadThroughput: bytes, uploadThroughput: bytes },
    })
    await page.addInitScript(note)
    await page.goto(address)
    const seen = () => page.evaluate(() => (window as unknown as { seen: PlaybackCounts }).seen)
    const shown = () => (window as unknown as { seen: PlaybackCounts }).seen.framed > 0
    await page.waitForFunction(shown, null, { polling: 50, timeout: 120_000 })
    const { drawn, framed } = await seen()
    await page.evaluate(() => document.querySelector('video')?.play())
    const reached = (seconds: number) => (document.querySelector('video')?.currentTime ?? 0) >= seconds
    await page.waitForFunction(reached, WATCHED, { polling: 500, timeout: 3_000 * WATCHED }).catch(() => undefined)
    const played = await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
    const { pressed, plays, stalled } = await seen()
    const lines = await page.evaluate(() => document.querySelector('video')?.videoHeight ?? 0)
    return {
      'first frame ms': Math.round(framed - drawn),
      'plays after ms': Math.round(plays - pressed),
      'stalled ms': Math.round(stalled),
      'played s': Math.round(played),
      lines,
    }
  } finally {
    await close()
  }
}

/** Runs in the page: records when the player is drawn, its first frame, and how long it waits after that. */
function note(): void {
  const seen: PlaybackCounts = { drawn: 0, framed: 0, pressed: 0, plays: 0, stalled: 0 }
  Object.assign(window, { seen })
  let since = 0
  const follow = (video: HTMLVideoElement) => {
    seen.drawn = performance.now()
    video.requestVideoFrameCallback((now) => {
      seen.framed = now
    })
    video.addEventListener('play', () => {
      seen.pressed ||= performance.now()
    })
    video.addEventListener('waiting', () => {
      if (seen.plays > 0 && !video.seeking) since ||= performance.now()
    })
    video.addEventListener('playing', () => {
      seen.plays ||= performance.now()
      if (since > 0) seen.stalled += performance.now() - since
      since = 0
    })
  }
  const look = new MutationObserver(() => {
    const video = document.querySelector('video')
    if (!video) return
    look.disconnect()
    follow(video)
  })
  look.observe(document, { childList: true, subtree: true })
}
