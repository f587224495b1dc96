import { videos } from '@footnote/contract/nouns/videos.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { useSyncExternalStore } from 'react'
import { errorDetail } from '../../lib/calls/api-error.ts'
import { call } from '../../lib/calls/client.ts'
import { readSession, watchSession } from '../../lib/session.ts'
import { sendFile, UploadError } from './send-file.ts'
import { UploadSpeed } from './upload-speed.ts'

/** One file of the upload panel. */
export interface UploadSlot {
  readonly id: number
  readonly file: File
  readonly collection_id: string
  /** Id of the video that it becomes a version of; null for a video of its own. */
  readonly version_of: string | null
  /** 0 to 1. */
  readonly progress: number
  /** Bytes a second. */
  readonly speed: number
  /** Seconds, null while unknown. */
  readonly remaining_time: number | null
  readonly status: 'uploading' | 'completed' | 'error'
  /** Why it failed; empty if unknown. */
  readonly detail: string
}

/** Files sent at the same time: enough to use the connection, few enough for each to make progress. */
const AT_ONCE = 2
const FALLBACK_TYPE = 'video/mp4'

let slots: readonly UploadSlot[] = []
let next = 1
let clearing: ReturnType<typeof setTimeout> | undefined
let owner: string | undefined
let unwatch: (() => void) | undefined
const waiting: number[] = []
const running = new Map<number, AbortController>()
const listeners = new Set<() => void>()
const arrivals = new Set<(collectionId: string) => void>()

function publish(update: readonly UploadSlot[]): void {
  slots = update
  for (const listener of listeners) listener()
}

const patch = (id: number, change: Partial<UploadSlot>) =>
  publish(slots.map((slot) => (slot.id === id ? { ...slot, ...change } : slot)))

/** A file, and the id of the video that it becomes a version of; null for a video of its own. */
export interface FileToUpload {
  readonly file: File
  readonly version_of: string | null
}

/** Starts to upload files to a collection. */
export function addUploads(collectionId: string, files: readonly FileToUpload[]): void {
  clearTimeout(clearing)
  owner = readSession()?.user_id
  unwatch ??= watchSession(stopWithSession)
  const added = files.map(({ file, version_of }) => {
    const id = next
    next += 1
    return {
      id,
      file,
      collection_id: collectionId,
      version_of,
      progress: 0,
      speed: 0,
      remaining_time: null,
      status: 'uploading',
      detail: '',
    } satisfies UploadSlot
  })
  publish([...slots, ...added])
  waiting.push(...added.map(({ id }) => id))
  advance()
}

/** Sends a failed file again. */
export function retryUpload(id: number): void {
  if (!slots.some((slot) => slot.id === id && slot.status === 'error')) return
  clearTimeout(clearing)
  patch(id, { status: 'uploading', progress: 0, speed: 0, remaining_time: null, detail: '' })
  waiting.push(id)
  advance()
}

/** Stops a file, or removes a finished one from the list. */
export function cancelUpload(id: number): void {
  const place = waiting.indexOf(id)
  if (place >= 0) waiting.splice(place, 1)
  publish(slots.filter((slot) => slot.id !== id))
  running.get(id)?.abort()
  clearWhenDone()
}

/** Uploads belong to the user who chose the files: they stop with the session, and the next user does not see them. */
function stopWithSession(): void {
  if (readSession()?.user_id === owner) return
  unwatch?.()
  unwatch = undefined
  clearTimeout(clearing)
  waiting.length = 0
  for (const stop of running.values()) stop.abort()
  publish([])
}

function advance(): void {
  while (running.size < AT_ONCE && waiting.length > 0) {
    const id = waiting.shift()!
    const stop = new AbortController()
    running.set(id, stop)
    void upload(slots.find((slot) => slot.id === id)!, stop.signal).finally(() => {
      running.delete(id)
      advance()
      clearWhenDone()
    })
  }
}

/** Finished files leave the list 3 s after the last one. Failed ones stay until they are sent again or dismissed. */
function clearWhenDone(): void {
  clearTimeout(clearing)
  if (running.size === 0 && waiting.length === 0 && slots.length > 0)
    clearing = setTimeout(() => publish(slots.filter(({ status }) => status === 'error')), TIMING.upload_clearing)
}

const extensionOf = (name: string): string => /\.([a-z0-9]{1,16})$/i.exec(name)?.[1]?.toLowerCase() ?? 'mp4'

async function upload(slot: UploadSlot, signal: AbortSignal): Promise<void> {
  const { id, file, collection_id, version_of } = slot
  const file_extension = extensionOf(file.name)
  try {
    const session = await call(
      videos.upload,
      {
        body: {
          index_id: collection_id,
          version_of,
          file_type: file.type.startsWith('video/') ? file.type : FALLBACK_TYPE,
          file_extension,
          file_size: file.size,
        },
      },
      signal,
    )
    const speed = new UploadSpeed(file.size, performance.now())
    const onProgress = (sent: number) => {
      const { speed: bytesPerSecond, remaining } = speed.measure(sent, performance.now())
      // The server does the last step, so 100 % is shown when the file is on record.
      patch(id, {
        progress: file.size > 0 ? Math.min(0.99, sent / file.size) : 0,
        speed: bytesPerSecond,
        remaining_time: remaining,
      })
    }
    await sendFile(session.url, file, onProgress, signal)
    const file_name = file.name.normalize('NFC').slice(-255)
    await call(
      videos.addRecords,
      {
        body: {
          index_id: collection_id,
          file_id: session.file_id,
          version_of,
          file_name,
          file_extension,
          file_size: file.size,
          file_url: session.download_url,
        },
      },
      signal,
    )
    patch(id, { progress: 1, status: 'completed' })
    for (const arrived of arrivals) arrived(collection_id)
  } catch (error) {
    if (signal.aborted) return
    console.warn('upload', error)
    patch(id, { status: 'error', detail: error instanceof UploadError ? error.detail : errorDetail(error, '') })
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The files of the upload panel, in the order of their choice. */
export const useUploads = (): readonly UploadSlot[] => useSyncExternalStore(subscribe, () => slots)

/** Calls back when a file has become a video of a collection. @returns a function that stops it */
export function watchArrivals(arrived: (collectionId: string) => void): () => void {
  arrivals.add(arrived)
  return () => {
    arrivals.delete(arrived)
  }
}
