// Past 250 lines: one upload, with every failure after which it goes on.
import { Problem } from '@footnote/contract/calls/problems.ts'
import { RESUMABLE, SENDING } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import {
  ARRIVED_HEADER,
  DIGESTS_HEADER,
  RESUMABLE_PATH,
  VIDEO_HEADER,
} from '@footnote/contract/nouns/library/uploads.ts'
import type { HttpRequest, OnSuccessPayload } from 'tus-js-client'
import { currentToken, renewToken } from '../../../../lib/calls/access-token.ts'
import { type ByteRange, digestsOf, UNREADABLE } from './fingerprint.ts'
import { type Failure, judge } from './verdict.ts'
import { type OnReach, pause, untilOnline } from './waiting.ts'

/** A failed upload; `detail` is a sentence for people, or empty. */
export class UploadError extends Error {
  readonly detail: string
  constructor(detail: string) {
    super(detail || 'The upload failed')
    this.detail = detail
  }
}

/** The session ended. The upload can go on after the next sign-in. */
export class SignedOut extends Error {}

/** Who sends: what each request says of them, and what to do when it is refused for that. */
export interface UploadRights {
  /** @throws SignedOut */
  readonly headers: () => Promise<Readonly<Record<string, string>>>
  /** @throws SignedOut when the person has to do something first */
  readonly renew: () => Promise<void>
}

/** A file on its way. */
export interface Shipment {
  readonly file: File
  /** Absent for the person who is signed in. */
  readonly rights?: UploadRights
  /** Id of the upload to continue; null for a new one. */
  readonly file_id: string | null
  /** Upload-Metadata of a new upload. */
  readonly metadata: Readonly<Record<string, string>>
  readonly onBegun: (file_id: string) => void
  /** @param sent bytes */
  readonly onProgress: (sent: number) => void
  readonly onReach: OnReach
}

type Tus = typeof import('tus-js-client')

/** In a chunk of its own, because the library alone is as large as everything else of uploads. */
const loadTus = (): Promise<Tus> => import('tus-js-client')

/** Bytes of a request. A refused size is not tried again for the next file. */
let chunk: number = RESUMABLE.chunk

/**
 * Sends a file by tus 1.0, and goes on after every failure that can pass: a lost network, a restarted server, an expired
 * token, a proxy that refuses large requests.
 * @returns id of the video
 * @throws UploadError, SignedOut, or the signal's reason when it is aborted
 */
export async function transfer(shipment: Shipment, signal: AbortSignal): Promise<string> {
  const tus = await loadTus()
  const { rights = SIGNED_IN } = shipment
  let file_id = shipment.file_id
  let failures = 0
  let arrived = -1
  let refusals = 0
  // The file was chosen again, so the server compares it with what it has.
  let proves = file_id !== null
  for (;;) {
    signal.throwIfAborted()
    await untilOnline(shipment.onReach, signal)
    try {
      return await attempt(tus, { ...shipment, rights, file_id, proves }, signal, {
        begun: (id) => {
          file_id = id
          shipment.onBegun(id)
        },
        arrived: (bytes) => {
          proves = false
          if (bytes > arrived) failures = 0
          arrived = bytes
        },
      })
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureOf(tus, error)
      if (!failure) throw error
      failures += 1
      await checkReadable(shipment.file)
      // What was sent from its beginning is of this file, unless that has changed meanwhile.
      if (failure.status === 412 && ++refusals > 1) throw new UploadError(UNREADABLE)
      const verdict = judge(failure, failures, chunk)
      if (verdict.act === 'give_up') throw new UploadError(verdict.detail)
      if (verdict.act === 'renew') await rights.renew()
      if (verdict.act === 'start_over') {
        file_id = null
        proves = false
        arrived = -1
        if (failures > SENDING.most_failures) throw new UploadError(failure.detail)
      }
      if (verdict.act === 'smaller') chunk = Math.max(RESUMABLE.least_chunk, Math.ceil(chunk / 2))
      if ('wait' in verdict && verdict.wait > 0) {
        if (failure.status === 0 || failure.status >= 500) shipment.onReach(false)
        await pause(verdict.wait, signal)
      }
    }
  }
}

interface Attempt extends Shipment {
  readonly rights: UploadRights
  readonly proves: boolean
}

/**
 * One uninterrupted series of requests. A signal does not cut off the one that begins an upload, because only its
 * answer has the id.
 */
function attempt(
  { Upload }: Tus,
  { file, rights, file_id, metadata, onProgress, onReach, proves }: Attempt,
  signal: AbortSignal,
  note: { begun: (file_id: string) => void; arrived: (bytes: number) => void },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let moved = Date.now()
  let id = file_id
  let ranges: readonly ByteRange[] = []
  const upload = new Upload(file, {
    // With both, tus-js-client begins a new upload when a proxy answers for a server that restarts.
    ...(file_id ? { uploadUrl: `${RESUMABLE_PATH}/${file_id}` } : { endpoint: RESUMABLE_PATH }),
    chunkSize: chunk,
    metadata,
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      await authorize(request, rights)
      if (request.getMethod() !== 'PATCH' || ranges.length === 0) return
      request.setHeader(DIGESTS_HEADER, (await digestsOf(file, ranges, signal)).join())
      ranges = []
    },
    onAfterResponse: (request, response) => {
      if (proves && request.getMethod() === 'HEAD') ranges = rangesIn(response.getHeader(ARRIVED_HEADER) ?? '')
    },
    onUploadUrlAvailable: () => {
      id = upload.url?.split('/').at(-1) ?? null
      if (id && !file_id) note.begun(id)
      if (signal.aborted) stop(signal.reason)
    },
    onProgress: (sent) => {
      moved = Date.now()
      onReach(true)
      onProgress(sent)
    },
    onChunkComplete: (_, arrived) => note.arrived(arrived),
    onSuccess: ({ lastResponse }: OnSuccessPayload) => {
      const video = lastResponse.getHeader(VIDEO_HEADER) ?? id
      if (video) resolve(video)
      else reject(new UploadError(''))
    },
    onError: reject,
  })
  const stop = (reason: unknown) => {
    void upload.abort()
    reject(reason)
  }
  const onAbort = () => {
    if (id) stop(signal.reason)
  }
  const onOffline = () => stop(NO_ANSWER)
  // A connection can end without a sign, such as on a train; then nothing moves.
  const watch = setInterval(() => {
    if (Date.now() - moved > SENDING.silence) stop(NO_ANSWER)
  }, 1_000)
  signal.addEventListener('abort', onAbort)
  window.addEventListener('offline', onOffline)
  upload.start()
  return promise.finally(() => {
    clearInterval(watch)
    signal.removeEventListener('abort', onAbort)
    window.removeEventListener('offline', onOffline)
  })
}

/** The ranges in a header such as `0-10,20-30`. */
const rangesIn = (header: string): ByteRange[] =>
  header.split(',').flatMap((range) => {
    const [start, end] = range.split('-').map(Number)
    return start !== undefined && end !== undefined ? { start, end } : []
  })

/** Deletes what has arrived of an upload. An upload that is gone already is no error. */
export async function discard(file_id: string): Promise<void> {
  const tus = await loadTus()
  const address = `${RESUMABLE_PATH}/${file_id}`
  const onBeforeRequest = (request: HttpRequest) => authorize(request, SIGNED_IN)
  const options = { onBeforeRequest, retryDelays: [...SENDING.delays] }
  await tus.Upload.terminate(address, options).catch((error: unknown) => {
    if (![404, 410].includes(failureOf(tus, error)?.status ?? 0)) throw error
  })
}

async function authorize(request: HttpRequest, rights: UploadRights): Promise<void> {
  for (const [name, value] of Object.entries(await rights.headers())) request.setHeader(name, value)
}

const SIGNED_IN: UploadRights = {
  headers: async () => {
    const token = await currentToken()
    if (!token) throw new SignedOut()
    return { Authorization: `Bearer ${token}` }
  },
  renew: async () => {
    const token = await currentToken()
    if (!token || !(await renewToken(token).catch(() => token))) throw new SignedOut()
  },
}

const NO_ANSWER: Failure & Error = Object.assign(new Error('No answer'), {
  method: 'PATCH',
  status: 0,
  detail: '',
  retry_after: null,
})

/** @returns null for an error that no other try can mend */
function failureOf({ DetailedError }: Tus, error: unknown): Failure | null {
  if (error === NO_ANSWER) return NO_ANSWER
  if (!(error instanceof DetailedError)) return null
  if (error.causingError instanceof SignedOut) throw error.causingError
  const { originalRequest: request, originalResponse: response } = error
  const after = Number(response?.getHeader('Retry-After') ?? Number.NaN)
  return {
    method: request?.getMethod() ?? '',
    status: response?.getStatus() ?? 0,
    detail: detailIn(response?.getBody() ?? ''),
    retry_after: Number.isFinite(after) ? after : null,
  }
}

function detailIn(body: string): string {
  try {
    return Problem.safeParse(JSON.parse(body)).data?.detail ?? ''
  } catch {
    // A proxy's page.
    return ''
  }
}

/** @throws UploadError when the file was changed, moved or deleted, which a request cannot tell from a lost network */
async function checkReadable(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new UploadError(UNREADABLE)
    })
}
