import { mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hashFile, moveDurably, readJson, writeJson } from './durable-files.ts'
import { askHub, type HubAnswer, type HubFacts, impatiently } from './hub.ts'
import { ModelError } from './model-error.ts'
import { HubTrouble, type Patience, persist } from './patience.ts'
import { retryAfter } from './rate-limits.ts'

/** More than any file of a model has, in bytes: a hub that sends more is not one. */
export const MOST_BYTES = 8 * 1024 ** 3

/** A file to be fetched. */
export interface Download {
  /** Where it is asked for. */
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

/**
 * What a part file belongs to: the file of a known hash, wherever it comes from, or what an address had under a strong validator. By the
 * latter the server that keeps the bytes tells whether the rest of the same file can still be had; not every such server has one.
 */
type PartOf = { readonly sha256: string } | { readonly address: string; readonly etag: string }

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

/** What the hub says of a file. @throws ModelError unreachable, withheld, absent, denied */
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
 * @throws ModelError unreachable, withheld, absent, denied, refused, too_large, disk_full; the signal's reason
 */
export async function download(job: Download): Promise<string> {
  await mkdir(path.dirname(job.target), { recursive: true })
  const in_one_piece = await fetchPart(job)
  try {
    return await accept(job)
  } catch (error) {
    // A part may be spoilt by a power cut, or the rest be another file's: before the file is refused it is fetched once more.
    if (in_one_piece || !(error instanceof ModelError)) throw error
    await fetchPart(job)
    return await accept(job)
  }
}

/** @returns whether all bytes came by one connection */
async function fetchPart(job: Download): Promise<boolean> {
  const pieces = await persist(
    job.patience,
    originOf(job.address),
    () => impatiently(job.patience, job.signal, (signal, heard) => transfer(job, signal, heard)),
    () => bytesLeft(job),
    job.signal,
  )
  return pieces === 'one'
}

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

/** Bytes that are there of the file, and the headers by which the rest of it, and of no other, is asked for. */
async function whereToGoOn({ address, target, sha256 }: Download) {
  const note = await readJson<PartOf>(noteOf(target))
  const by_hash = note && 'sha256' in note ? note.sha256 : null
  const is_its = note && ('sha256' in note ? note.sha256 === (sha256 ?? note.sha256) : note.address === address)
  const offset = is_its ? await sizeOf(partOf(target)) : 0
  if (offset === 0 || !note) return { offset: 0, by_hash: null, headers: {} as Record<string, string> }
  const range = `bytes=${offset}-`
  const headers: Record<string, string> = 'etag' in note ? { range, 'if-range': note.etag } : { range }
  return { offset, by_hash, headers }
}

/**
 * One request: the rest of the file, or all of it.
 * @returns whether the file came in one piece or several
 * @throws TypeError, HubTrouble when it broke off; ModelError
 */
async function transfer(job: Download, signal: AbortSignal, heard: () => void): Promise<'one' | 'several'> {
  const { address, target, title } = job
  const { offset, by_hash, headers } = await whereToGoOn(job)
  const answer = await askHub('GET', address, headers, signal)
  const { response, facts } = answer
  const startOver = async (why: string) => {
    await response.body?.cancel()
    await forgetPart(target)
    return new HubTrouble(why)
  }
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '')
  // All bytes are there already when the process died between the last one and the name.
  if (offset > 0 && response.headers.get('content-range') === `bytes */${offset}`) {
    await response.body?.cancel()
    return 'several'
  }
  if (response.status === 416) throw await startOver('The hub has no such part of the file.')
  if (response.status !== 200 && response.status !== 206) throw problemOf(answer, address, title)
  const goes_on = response.status === 206
  if (goes_on && Number(range?.[1]) !== offset)
    throw await startOver('The hub sent another part of the file than it was asked for.')
  if (goes_on && by_hash !== null && (facts.sha256 ?? by_hash) !== by_hash)
    throw await startOver('The hub has another file by now.')
  const total = goes_on ? Number(range?.[2]) : facts.size
  if (!goes_on) {
    await forgetPart(target)
    const note = noteFor(job, answer)
    if (note) await writeJson(noteOf(target), note)
  }
  await store(job, response, { offset: goes_on ? offset : 0, total }, heard)
  return goes_on ? 'several' : 'one'
}

/** By what the rest of a file is known again; null where nothing tells. */
function noteFor({ address, sha256 }: Download, { response, facts }: HubAnswer): PartOf | null {
  const known = sha256 ?? facts.sha256
  if (known !== null) return { sha256: known }
  const etag = response.headers.get('etag')
  return etag?.startsWith('"') ? { address, etag } : null
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

function problemOf({ response: { status, headers, body }, origin }: HubAnswer, address: string, title: string): Error {
  body?.cancel().catch(() => undefined)
  const hub = originOf(address)
  const retry_after = retryAfter(headers)
  if (![401, 403, 404, 410].includes(status)) return new HubTrouble(`The hub answered ${status}.`, { retry_after })
  // Its addresses are signed, and expire: the hub is asked for another one.
  if (origin !== hub) {
    const sentence = `The server ${origin}, which keeps the files of the model hub ${hub}, does not hand out ${title}.`
    return new HubTrouble(sentence, { retry_after, outcome: new ModelError('withheld', sentence) })
  }
  if (status === 403) return new ModelError('denied', `The model hub ${hub} does not hand out the file ${title}.`)
  if (status === 401)
    return new ModelError('denied', `The model hub ${hub} has no file ${title}, or wants somebody to sign in for it.`)
  return new ModelError('absent', `The model hub ${hub} has no file ${title}.`)
}
