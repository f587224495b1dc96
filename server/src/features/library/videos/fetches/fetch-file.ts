// Past 250 lines: the states of one fetch are only correct together.
import { setTimeout as wait } from 'node:timers/promises'
import { FETCH } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { JOBS, UPLOAD } from '@footnote/contract/shared/limits.ts'
import { cleanFileName } from '@footnote/contract/shared/names.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { refuseWithoutRoom } from '../../../../media/waiting.ts'
import { ProductError } from '../../../../platform/errors.ts'
import { isVideoName } from '../../../../platform/net/media-types.ts'
import {
  AddressRefused,
  isPublicOrIn,
  type PublicAnswer,
  requestPublic,
} from '../../../../platform/net/public-fetch.ts'
import type { Services } from '../../../services.ts'
import { askFor, ComeBack, type Delivery, FetchFailed, FileChanged, readHead } from './answer.ts'
import { completeFetch, dropBytes, type FetchProgress, nameFile, recordFetch } from './commands.ts'
import { factsOf, isPage, nameInAddress, nameInHeader } from './file-facts.ts'
import { type Pieces, readPieces } from './pieces.ts'
import { type FetchRow, growingFileOf } from './queries.ts'

export type FetchServices = Pick<Services, 'db' | 'storage' | 'queue' | 'config'>

/** Limits that a test may lower. */
export interface FileLimits {
  /** Bytes of the file. */
  readonly max_bytes: number
  /** Seconds to wait before each attempt, one after the other. */
  readonly delays: readonly number[]
  /** Seconds of a try from a server that cannot go on where it stopped. */
  readonly longest_try: number
  /** Milliseconds of a clock. */
  readonly now: () => number
}
export const FILE_LIMITS: FileLimits = {
  max_bytes: UPLOAD.max_bytes,
  delays: FETCH.delays,
  longest_try: FETCH.longest_try,
  now: () => performance.now(),
}

/** Longest wait within a run of the job, in seconds. After a longer one another run goes on. */
const SHORT = 30
const EMPTY = 'The file is empty.'
const PAGE = 'That address leads to a page, not to a video file.'
/** Also the sentence for an upload of another type. */
const NO_VIDEO = 'Only videos can be uploaded.'

/** The run has to end, and another one goes on. */
export class GoOnLater extends Error {
  /** Seconds. */
  readonly delay: number
  readonly tries: number
  /** For the owner; null when others only go first. */
  readonly reason: string | null

  constructor(delay: number, tries: number, reason: string | null) {
    super('The fetch goes on later.')
    this.delay = delay
    this.tries = tries
    this.reason = reason
  }
}

/** Where the fetch is; the row has the same after each record. */
type State = FetchRow & FetchProgress

const isWhole = ({ received, file_size }: State): boolean => file_size !== null && received === file_size

/** The fetch of a video's file, from where the run before stopped. */
export class FileFetch {
  readonly #services: FetchServices
  readonly #limits: FileLimits
  #state: State
  #signal = new AbortController().signal
  /** Whether the connection has brought something new. */
  #renewed = false
  /** Why we have cut the connection. */
  #cut: 'slow' | 'late' | null = null

  constructor(services: FetchServices, run: FetchRow, limits: FileLimits) {
    this.#services = services
    this.#state = run
    this.#limits = limits
  }

  /** Key of the file, and what the storage knows of it. */
  get stored(): Pick<FetchRow, 'storage_key' | 'store'> {
    return this.#state
  }

  /**
   * Fetches the file and completes it.
   * @throws FetchFailed, GoOnLater, FetchReplaced, ProductError limit_storage, errors of the disk, the store and the database
   */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal
    const turn_ends = this.#limits.now() + 1000 * FETCH.turn
    while (!isWhole(this.#state)) {
      const asked = await this.#connect(turn_ends)
      if (!isWhole(this.#state)) await this.#pause(asked)
    }
    await completeFetch(this.#services, this.#state, growingFileOf(this.#state, this.#state.received))
  }

  /**
   * Waits before the next connection.
   * @param asked seconds that the other server asked for; null if it did not say
   * @throws GoOnLater, FetchFailed after the last
   */
  async #pause(asked: number | null): Promise<void> {
    const { tries, url } = this.#state
    if (tries === 0 && this.#cut === null) return
    const { host } = new URL(url)
    const usual = tries === 0 ? 0 : this.#limits.delays[tries - 1]
    if (usual === undefined || (this.#cut === 'late' && tries >= FETCH.whole_tries))
      throw new FetchFailed(this.#givenUp(host), { status: 'ERROR', in_vain: this.#cut === 'late' })
    const seconds = asked ?? usual
    if (seconds > SHORT) throw new GoOnLater(seconds, tries, `Waiting for ${host}. Footnote tries again by itself.`)
    if (this.#cut !== null) throw new GoOnLater(seconds, tries, null)
    await wait(1000 * seconds, undefined, { signal: this.#signal })
  }

  /** The sentence after the last try. */
  #givenUp(host: string): string {
    const { tries } = this.#state
    const by_hand = 'Download it in a browser, and upload the file.'
    if (this.#cut === 'slow') return `${host} sends this file too slowly: less than 64 KB a minute. ${by_hand}`
    if (this.#cut === 'late')
      return `${host} has not sent the whole file within two hours, and cannot go on where it stopped. ${by_hand}`
    return `The connection to ${host} failed ${tries} times. Try again later.`
  }

  /** Makes one request, and stores what it brings. @returns seconds that the other server asked to wait; null without */
  async #connect(turn_ends: number): Promise<number | null> {
    const ending = new AbortController()
    const { tries } = this.#state
    // It counts as a try unless it brings something new.
    let asked: number | null = null
    this.#renewed = false
    this.#cut = null
    try {
      const answer = await this.#ask(AbortSignal.any([this.#signal, ending.signal]), ending)
      if (answer) {
        const { statusCode = 0, headers } = answer.response
        await this.#receive(answer, readHead(statusCode, headers, this.#state, answer.url.host), turn_ends)
      }
    } catch (error) {
      if (error instanceof ComeBack) asked = error.after
      else if (error instanceof FileChanged) await this.#beginAgain()
      else throw error
    } finally {
      ending.abort()
    }
    this.#state = { ...this.#state, tries: this.#renewed ? 0 : tries + 1 }
    return asked
  }

  /** @returns null when nobody answers */
  async #ask(signal: AbortSignal, ending: AbortController): Promise<PublicAnswer | null> {
    const { url } = this.#state
    const allows = isPublicOrIn(this.#services.config.import_networks)
    const late = setTimeout(() => ending.abort(), 1000 * FETCH.head)
    try {
      return await requestPublic(url, askFor(this.#state), { allows, max_redirects: FETCH.redirects }, signal)
    } catch (error) {
      this.#signal.throwIfAborted()
      if (error instanceof AddressRefused) throw new FetchFailed(error.message)
      return null
    } finally {
      clearTimeout(late)
    }
  }

  async #receive(
    { response, url }: PublicAnswer,
    { from, file_size, validator, resumes }: Delivery,
    turn_ends: number,
  ): Promise<void> {
    if (from === 0 && isPage(response.headers)) throw new FetchFailed(PAGE)
    if (file_size === 0) throw new FetchFailed(EMPTY)
    this.#refuseLarge(file_size ?? 0)
    // Bytes that no row names may be left: of a killed run, or from before a restore.
    if (from === 0) await this.#beginAgain()
    this.#state = { ...this.#state, file_size, validator }
    await this.#record()
    await this.#refuseWithoutRoom()
    const { now, longest_try } = this.#limits
    const try_ends = now() + 1000 * longest_try
    let brought = 0
    for await (const pieces of readPieces(response, this.#signal, now)) {
      if (pieces.then === 'slow') this.#cut = 'slow'
      if (pieces.length === 0 && pieces.then === 'end' && this.#state.received === 0) throw new FetchFailed(EMPTY)
      if (pieces.length === 0) return
      if (this.#state.received === 0) await this.#name(response.headers, url, pieces)
      await this.#store(pieces)
      brought += pieces.length
      // What begins at zero may be the same bytes again and again.
      this.#renewed ||= from > 0 && brought >= FETCH.least
      await this.#record()
      if (pieces.then !== 'more') continue
      if (resumes && now() > turn_ends) throw new GoOnLater(0, 0, null)
      if (!resumes && now() > try_ends) {
        this.#cut = 'late'
        return
      }
    }
  }

  /** Stores pieces behind those that are there. */
  async #store({ content, length, then }: Pieces): Promise<void> {
    const { storage } = this.#services
    const received = this.#state.received + length
    this.#refuseLarge(received)
    if (then === 'end' && this.#state.file_size === null) this.#state = { ...this.#state, file_size: received }
    const { file_size } = this.#state
    if (file_size === null) await this.#refuseWithoutRoom()
    try {
      const growing = growingFileOf(this.#state, file_size ?? this.#limits.max_bytes + 1)
      const growth = await storage.append(growing, streamOf(content))
      this.#state = { ...this.#state, received: growth.received, store: growth.state }
    } catch (error) {
      throw error instanceof ProductError && error.code === 'upload_expired' ? new FileChanged() : error
    }
  }

  async #name(headers: PublicAnswer['response']['headers'], url: URL, { content }: Pieces): Promise<void> {
    const typed = nameInAddress(new URL(this.#state.url))
    const candidates = [nameInHeader(headers['content-disposition']), typed, nameInAddress(url)]
    const given = candidates[0] ?? candidates.find((name) => name && isVideoName(name)) ?? typed
    const facts = await factsOf(headers, given, Buffer.concat(content))
    if (facts.kind === 'page') throw new FetchFailed(PAGE)
    if (facts.kind === 'other') throw new FetchFailed(NO_VIDEO)
    const { extension } = facts
    const storage_key = await nameFile(this.#services.db, this.#state, (renamed) => ({
      file_name: cleanFileName(renamed ?? given, extension),
      file_extension: extension,
    }))
    this.#state = { ...this.#state, storage_key }
  }

  async #beginAgain(): Promise<void> {
    const { video_id, writer } = this.#state
    await dropBytes(this.#services, video_id, (fetch) => fetch.writer === writer)
    this.#state = { ...this.#state, received: 0, store: null, file_size: null, validator: null }
  }

  async #record(): Promise<void> {
    await recordFetch(this.#services, this.#state, this.#state)
  }

  #refuseLarge(bytes: number): void {
    const { max_bytes } = this.#limits
    if (bytes > max_bytes) throw new FetchFailed(`Files up to ${formatFileSize(max_bytes)} can be added.`)
  }

  async #refuseWithoutRoom(): Promise<void> {
    const { storage, config } = this.#services
    const { file_size, received } = this.#state
    const coming = file_size === null ? FETCH.chunk : file_size - received
    if (storage.kind === 'disk') await refuseWithoutRoom(config.data_dir, coming + JOBS.room_before)
  }
}

async function* streamOf(content: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* content
}
