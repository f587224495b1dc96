import { mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hashFile, moveDurably, readJson, writeJson } from './durable-files.ts'
import { askHub, type HubAnswer, type HubFacts, impatiently } from './hub.ts'
import { ModelError } from './model-error.ts'
import { HubTrouble, type Patience, persist } from './patience.ts'

/** More than any file of a model has, in bytes: a hub that sends more is not one. */
export const MOST_BYTES = 8 * 1024 ** 3

/** A file to be fetched. */
export interface Download {
  /** Where it is asked for; names a commit, so that it always means the same bytes. */
  readonly address: string
  /** Absolute path that it gets once it is complete and right. Until then its bytes lie in `TARGET.part`. */
  readonly target: string
  /** What it must be; null where nobody knows yet. */
  readonly sha256: string | null
  /** What a person reads, for example 'tokens.txt of the model Parakeet'. */
  readonly title: string
  readonly patience: Patience
  readonly signal?: AbortSignal
  /** Bytes that are on the disk. */
  readonly onBytes?: (bytes: number) => void
}

/** What a part file belongs to. */
interface PartOf {
  readonly address: string
  /** A strong validator: by it the hub tells whether the rest of the same file can still be had. */
  readonly etag: string
}

const partOf = (target: string) => `${target}.part`
const noteOf = (target: string) => `${target}.part.json`
const originOf = (address: string) => new URL(address).origin
const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** Bytes of a file that an earlier, broken-off download has left. */
export const bytesLeft = ({ target }: Pick<Download, 'target'>): Promise<number> => sizeOf(partOf(target))

/** What the hub says of a file. @throws ModelError unreachable, absent, denied */
export async function askAbout(download: Omit<Download, 'sha256' | 'target'>): Promise<HubFacts> {
  const { address, patience, signal, title } = download
  return await persist(
    patience,
    originOf(address),
    () =>
      impatiently(patience, signal, async (either) => {
        const answer = await askHub('HEAD', address, {}, either)
        if (answer.response.status >= 400) throw problemOf(answer, address, title)
        return answer.facts
      }),
    undefined,
    signal,
  )
}

/**
 * Fetches a file, going on where an earlier attempt, also of another process, broke off.
 * @returns its SHA-256
 * @throws ModelError unreachable, absent, denied, refused, too_large, disk_full; the signal's reason
 */
export async function download(job: Download): Promise<string> {
  await mkdir(path.dirname(job.target), { recursive: true })
  const resumed = (await bytesLeft(job)) > 0
  await fetchPart(job)
  try {
    return await accept(job)
  } catch (error) {
    // The part may have been spoilt by a power cut: before the file is refused it is fetched once in one piece.
    if (!(resumed && error instanceof ModelError)) throw error
    await fetchPart(job)
    return await accept(job)
  }
}

const fetchPart = (job: Download): Promise<void> =>
  persist(
    job.patience,
    originOf(job.address),
    () => impatiently(job.patience, job.signal, (signal, heard) => transfer(job, signal, heard)),
    () => bytesLeft(job),
    job.signal,
  )

/** Gives the part its name when it is what it must be, and removes it when it is not. */
async function accept({ target, sha256, title, signal }: Download): Promise<string> {
  const actual = await hashFile(partOf(target), signal)
  if (actual === (sha256 ?? actual)) {
    await moveDurably(partOf(target), target)
    await rm(noteOf(target), { force: true })
    return actual
  }
  await forgetPart(target)
  throw new ModelError(
    'refused',
    `The file ${title} that came from the hub is not the one that is pinned: it was refused and removed.`,
  )
}

async function forgetPart(target: string): Promise<void> {
  await rm(partOf(target), { force: true })
  await rm(noteOf(target), { force: true })
}

/** One request: the rest of the file, or all of it. @throws TypeError, HubTrouble when it broke off; ModelError */
async function transfer(job: Download, signal: AbortSignal, heard: () => void): Promise<void> {
  const { address, target, title } = job
  const note = await readJson<PartOf>(noteOf(target))
  const offset = note?.address === address ? await sizeOf(partOf(target)) : 0
  const resume: Readonly<Record<string, string>> =
    offset > 0 && note ? { range: `bytes=${offset}-`, 'if-range': note.etag } : {}
  const answer = await askHub('GET', address, resume, signal)
  const { response } = answer
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '')
  if (response.status === 416) {
    await response.body?.cancel()
    // All bytes are there already when the process died between the last one and the name.
    if (offset > 0 && response.headers.get('content-range') === `bytes */${offset}`) return
    await forgetPart(target)
    throw new HubTrouble('The hub has no such part of the file.')
  }
  if (response.status !== 200 && response.status !== 206) throw problemOf(answer, address, title)
  const goes_on = response.status === 206
  if (goes_on && Number(range?.[1]) !== offset) {
    await response.body?.cancel()
    await forgetPart(target)
    throw new HubTrouble('The hub sent another part of the file than it was asked for.')
  }
  const total = goes_on ? Number(range?.[2]) : answer.facts.size
  const etag = response.headers.get('etag')
  if (!goes_on) {
    await forgetPart(target)
    if (etag?.startsWith('"')) await writeJson(noteOf(target), { address, etag } satisfies PartOf)
  }
  await store(job, response, { offset: goes_on ? offset : 0, total }, heard)
}

async function store(
  { target, title, onBytes }: Download,
  response: Response,
  { offset, total }: { offset: number; total: number | null },
  heard: () => void,
): Promise<void> {
  const handle = await open(partOf(target), offset > 0 ? 'a' : 'w')
  let bytes = offset
  try {
    for await (const chunk of response.body ?? []) {
      heard()
      bytes += chunk.byteLength
      if (bytes > Math.min(total ?? MOST_BYTES, MOST_BYTES))
        throw new ModelError('too_large', `The file ${title} is larger than it may be.`)
      await handle.writeFile(chunk)
      onBytes?.(bytes)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new ModelError('disk_full', `The disk is full: the file ${title} was not stored to the end.`)
    throw error
  } finally {
    await handle.sync()
    await handle.close()
  }
  if (total !== null && bytes < total) throw new HubTrouble('The hub broke off.')
}

function problemOf({ response: { status, headers, body } }: HubAnswer, address: string, title: string): Error {
  body?.cancel().catch(() => undefined)
  const hub = originOf(address)
  if (status === 404 || status === 410) return new ModelError('absent', `The model hub ${hub} has no file ${title}.`)
  if (status === 401 || status === 403)
    return new ModelError('denied', `The model hub ${hub} does not hand out the file ${title}.`)
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new HubTrouble(`The hub answered ${status}.`, Number.isFinite(seconds) ? seconds * 1000 : null)
}
