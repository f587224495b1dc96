import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { chanceOf, type Log, soak } from './run.ts'
import { CuttingProxy } from './uploads/cutting-proxy.ts'
import { openPlace, type UploadPlace } from './uploads/place.ts'
import { Sender } from './uploads/sender.ts'

const MIB = 1024 ** 2
/** Bytes of one request, and of the largest file. Small, so that a thousand cuts take minutes. */
const CHUNK = MIB
const LARGEST = 8 * MIB
/** Ways to cut a request, and how often each is taken: after a kill the next request waits for the lease. */
const WAYS = { client: 20, 'client reset': 20, proxy: 20, 'proxy reset': 20, takeover: 17, kill: 3 } as const
type CutKind = keyof typeof WAYS

interface Tally {
  readonly cuts: Record<CutKind, number>
  readonly failures: string[]
  uploads: number
  /** Uploads whose first answer was lost, so that their client began another one. */
  unanswered: number
  most_resent: number
}

/** Cuts uploads in every way, on disk and in an object store, and measures the memory of the API. */
export const uploads = soak({
  shows:
    'However an upload is cut, it continues with at most one chunk sent again, and ends as one video with the same bytes; nothing else is left.',
  // `senders` is the number of uploads at a time. A seed of 0 leaves the moments to chance. `large` is the size in MiB of a file that is sent whole, 0 for none; the object store gets a tenth.
  sizes: { cuts: 1_000, senders: 4, store: 'both', large: 20_480, seed: 0 },
  async run({ cuts, senders, store, large, seed }, log) {
    const chance = chanceOf(seed, log)
    const kinds = (['disk', 's3'] as const).filter((kind) => store === 'both' || store === kind)
    const counts: Record<string, number | string> = {}
    const failures: string[] = []
    for (const kind of kinds) {
      const place = await openPlace(kind)
      try {
        const tally = await cutUploads(place, { cuts: Math.ceil(cuts / kinds.length), senders }, chance, log)
        failures.push(...tally.failures.map((failure) => `${kind}: ${failure}`))
        failures.push(...(await orphans(place, tally)).map((failure) => `${kind}: ${failure}`))
        counts[`${kind}: uploads`] = tally.uploads
        counts[`${kind}: cuts`] = Object.entries(tally.cuts)
          .map(([way, count]) => `${way} ${count}`)
          .join(', ')
        counts[`${kind}: most bytes sent again after a cut`] = tally.most_resent
        if (large > 0) {
          // The object store of this run keeps a file twice while it completes it.
          const mebibytes = kind === 'disk' ? large : Math.ceil(large / 10)
          const grown = await memoryFor(place, mebibytes, log)
          counts[`${kind}: MiB of memory that ${mebibytes} MiB took`] = grown
          if (grown > 64) failures.push(`${kind}: An upload of ${mebibytes} MiB took ${grown} MiB of memory.`)
        }
      } finally {
        await place.stop()
      }
    }
    return { counts, failures }
  },
})

async function cutUploads(
  place: UploadPlace,
  { cuts, senders }: { readonly cuts: number; readonly senders: number },
  chance: () => number,
  log: Log,
): Promise<Tally> {
  const done = { client: 0, 'client reset': 0, proxy: 0, 'proxy reset': 0, takeover: 0, kill: 0 }
  const tally: Tally = { cuts: done, failures: [], uploads: 0, unanswered: 0, most_resent: 0 }
  const total = () => Object.values(done).reduce((sum, count) => sum + count, 0)
  const work = async () => {
    const proxy = await CuttingProxy.start(() => healthy(place))
    try {
      while (total() < cuts) {
        await oneUpload(place, proxy, tally, chance)
        tally.uploads += 1
        if (tally.uploads % 10 === 0) log(`${tally.uploads} uploads, ${total()} cuts`)
      }
    } finally {
      await proxy.stop()
    }
  }
  await Promise.all(Array.from({ length: senders }, work))
  return tally
}

/** Port of an API that answers. */
const healthy = ({ apis: [first, second] }: UploadPlace): number => (first.ready ? first : second).port

/** Sends a file with a cut in about two of three requests. */
async function oneUpload(place: UploadPlace, proxy: CuttingProxy, tally: Tally, chance: () => number): Promise<void> {
  const size = 1 + Math.floor(chance() * LARGEST)
  const file = Buffer.alloc(size, createHash('sha256').update(`${chance()}`).digest('hex'))
  const sender = new Sender(place.key, () => proxy.port)
  const create = () => sender.create(place.collection, `cut ${size}.mp4`, size)
  let at = await create()
  for (; at === null; at = await create()) {
    tally.unanswered += 1
    await wait(100)
  }
  let offset = 0
  let video: string | undefined
  while (video === undefined) {
    const body = file.subarray(offset, offset + CHUNK)
    const way = chance() < 0.66 ? chosen(chance()) : null
    const cut = way && { way, happened: false }
    if (cut) arm(place, proxy, cut, Math.floor(chance() * body.length), tally)
    const byClient = cut?.way === 'client' || cut?.way === 'client reset' ? cut.way : null
    const answer = byClient
      ? await half(sender, at, offset, { body, chance, end: byClient === 'client' ? 'close' : 'reset' })
      : await sender.patch(at, offset, body, body.length)
    if (byClient) tally.cuts[byClient] += 1
    const reached = offset + body.length
    // 409: the request before was recorded after its offset was asked for, so the client asks again.
    if (answer && ![204, 409, 423, 503].includes(answer.status))
      tally.failures.push(`A request was answered ${answer.status}: ${answer.text.slice(0, 200)}`)
    const now = await whereNow(sender, at)
    if (now.offset < offset) tally.failures.push(`The offset fell from ${offset} to ${now.offset}.`)
    if (answer?.status === 204 && now.offset !== reached)
      tally.failures.push(`${reached} was acknowledged, and the upload was at ${now.offset}.`)
    tally.most_resent = Math.max(tally.most_resent, reached - now.offset)
    offset = now.offset
    video = now.video
    if (offset === size && !video) tally.failures.push('All bytes had arrived, and there was no video.')
    if (tally.failures.length > 10) throw new Error(tally.failures.join('\n'))
  }
  proxy.release()
  await compare(place, video, file, tally)
}

function chosen(number: number): CutKind {
  let left = number * Object.values(WAYS).reduce((sum, weight) => sum + weight, 0)
  for (const [way, weight] of Object.entries(WAYS)) {
    left -= weight
    if (left < 0) return way as CutKind
  }
  return 'client'
}

/** Makes the next request end in the chosen way. */
function arm(place: UploadPlace, proxy: CuttingProxy, cut: { way: CutKind }, after: number, tally: Tally): void {
  const { way } = cut
  if (way === 'client' || way === 'client reset') return
  const [first, second] = place.apis
  const how = { proxy: 'cut', 'proxy reset': 'reset', takeover: 'stall', kill: 'notice' } as const
  proxy.breakNext({
    after: after + 400,
    how: how[way],
    happened: () => {
      // Somebody else's kill may still be under way.
      if (way === 'kill' && !(first.ready && second.ready)) return
      tally.cuts[way] += 1
      if (way === 'kill') void first.kill()
      // The request before still waits for its rest in one process; the next one goes to the other.
      if (way === 'takeover') {
        const other = healthy(place) === first.port ? second : first
        proxy.target = () => (other.ready ? other.port : healthy(place))
      }
    },
  })
}

/** Sends a part of the body, then closes or resets the connection as a client does that is gone. */
async function half(
  sender: Sender,
  at: string,
  offset: number,
  { body, chance, end }: { body: Buffer; chance: () => number; end: 'close' | 'reset' },
) {
  const part = body.subarray(0, Math.floor(chance() * body.length))
  async function* content() {
    yield part
    await wait(20)
    throw new Error('The client has gone.')
  }
  return await sender.patch(at, offset, Readable.from(content()), body.length, end)
}

async function whereNow(sender: Sender, at: string) {
  for (const end = Date.now() + 120_000; Date.now() < end; await wait(100)) {
    const now = await sender.where(at)
    if (now) return now
  }
  throw new Error('Nobody said where an upload was for two minutes.')
}

async function compare({ db, storage }: UploadPlace, video: string, file: Buffer, tally: Tally): Promise<void> {
  const rows = await db.selectFrom('videos').select('storage_key').where('id', '=', video).execute()
  if (rows.length !== 1) tally.failures.push(`The video ${video} had ${rows.length} rows.`)
  const hash = createHash('sha256')
  for await (const piece of await storage.read(rows[0]!.storage_key)) hash.update(piece)
  if (hash.digest('hex') !== createHash('sha256').update(file).digest('hex'))
    tally.failures.push(`The video ${video} has other bytes than were sent.`)
}

/** What is there besides one video for each upload. */
async function orphans({ db, storage, underWay }: UploadPlace, { uploads, unanswered }: Tally): Promise<string[]> {
  const failures: string[] = []
  const expectCount = (name: string, count: number, wanted: number) => {
    if (count !== wanted) failures.push(`There were ${count} ${name}, not ${wanted}.`)
  }
  const videos = await db.selectFrom('videos').select('storage_key').execute()
  expectCount('videos', videos.length, uploads)
  const open = await db.selectFrom('uploads').select('received').execute()
  if (open.length > unanswered) failures.push(`${open.length} uploads were open, and ${unanswered} answers were lost.`)
  expectCount('open uploads with bytes', open.filter(({ received }) => received !== 0).length, 0)
  const named = new Set(videos.map(({ storage_key }) => storage_key))
  const stored = await Array.fromAsync(storage.list(''))
  expectCount('stored files', stored.length, uploads)
  expectCount('files without a video', stored.filter(({ key }) => !named.has(key)).length, 0)
  expectCount('remains of uploads', (await underWay()).length, 0)
  return failures
}

/** Sends a sparse file in one request. @returns MiB by which the memory of the API grew at most */
async function memoryFor(place: UploadPlace, mebibytes: number, log: Log): Promise<number> {
  const api = place.apis[0]
  // The last kill may be a moment ago.
  while (!api.ready) await wait(100)
  const sender = new Sender(place.key, () => api.port)
  const at = await sender.create(place.collection, 'large.mp4', mebibytes * MIB)
  if (!at) throw new Error('The large file was not answered.')
  const before = await residentMiB(api.pid)
  let most = before
  const piece = Buffer.alloc(MIB)
  async function* content() {
    for (let sent = 0; sent < mebibytes; sent += 1) {
      if (sent % 64 === 0) most = Math.max(most, await residentMiB(api.pid))
      if (sent % 1024 === 0) log(`${sent} MiB sent; the API has ${most} MiB of memory`)
      yield piece
    }
  }
  const answer = await sender.patch(at, 0, Readable.from(content()), mebibytes * MIB)
  if (answer?.status !== 204) throw new Error(`The large file was answered ${answer?.status}: ${answer?.text}`)
  return most - before
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024)
}
