import { mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hashFile } from '../../platform/hash-file.ts'
import { moveDurably, readJson, writeJson } from './durable-files.ts'
import { askHub, type HubAnswer, type HubFacts, impatiently } from './hub.ts'
import { ModelError } from './model-error.ts'
import { HubTrouble, type Patience, persist } from './patience.ts'
import { retryAfter } from './rate-limits.ts'

/** Bytes; no model has a larger file. A hub that sends more is faulty. */
export const MOST_BYTES = 8 * 1024 ** 3

/** A file to download. */
export interface Download {
  /** Where it is asked for. */
  readonly address: string
  /** Absolute path of the complete and verified file. Until then its bytes are in `TARGET.part`. */
  readonly target: string
  /** The expected hash; null if unknown. */
  readonly sha256: string | null
  /** Name for people, for example 'tokens.txt of the model Parakeet'. */
  readonly title: string
  readonly patience: Patience
  readonly signal?: AbortSignal
  /** Called with the number of bytes on disk. */
  readonly onBytes?: (bytes: number) => void
}

/**
 * Identifies the file that a partial download belongs to: by its known hash, from any address, or by an address and its
 * strong validator. With the validator the server can confirm that the rest belongs to the same file; not every server
 * has one.
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

/** Bytes that an earlier, interrupted download left. */
export const bytesLeft = ({ target }: Pick<Download, 'target'>): Promise<number> => sizeOf(partOf(target))

/** The hub's metadata of a file. @throws ModelError unreachable, withheld, absent, denied */
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
 * Downloads a file, and continues an earlier attempt, also of another process.
 * @returns its SHA-256
 * @throws ModelError unreachable, withheld, absent, denied, refused, too_large, disk_full; the signal's reason
 */
export async function download(job: Download): Promise<string> {
  await mkdir(path.dirname(job.target), { recursive: true })
  const in_one_piece = await fetchPart(job)
  try {
    return await accept(job)
  } catch (error) {
    // A power cut may have damaged the part, or the rest may be another file's: download it once more before refusing
    // it.
    if (in_one_piece || !(error instanceof ModelError)) throw error
    await fetchPart(job)
    return await accept(job)
  }
}

/** @returns whether all bytes came over one connection */
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

/** Renames the part to its target if the hash is right, and deletes it otherwise. */
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

/** The bytes already on disk, and request headers for the rest of exactly this file. */
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
 * One request, for the rest of the file or all of it.
 * @returns whether the file came in one piece or several
 * @throws TypeError, HubTrouble when the connection breaks; ModelError
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
  // The process died between the last byte and the renaming, so all bytes are here.
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

/** How a later request can identify the rest of this file; null if it cannot. */
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
  // The storage server's addresses are signed and expire: ask the hub for another one.
  if (origin !== hub) {
    const sentence = `The server ${origin}, which keeps the files of the model hub ${hub}, does not hand out ${title}.`
    return new HubTrouble(sentence, { retry_after, outcome: new ModelError('withheld', sentence) })
  }
  if (status === 403) return new ModelError('denied', `The model hub ${hub} does not hand out the file ${title}.`)
  if (status === 401)
    return new ModelError('denied', `The model hub ${hub} has no file ${title}, or wants somebody to sign in for it.`)
  return new ModelError('absent', `The model hub ${hub} has no file ${title}.`)
}
