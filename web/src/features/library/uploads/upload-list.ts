import { useSyncExternalStore } from 'react'

/**
 * State of a file in the upload panel. `offline`: the network or the server is out of reach, and it goes on by itself.
 * `skipped`: the collection has it already, from the same place of the same folder, or it has only sound. `duplicate`:
 * there is the same file elsewhere, and a person decides.
 */
export type UploadStatus =
  | 'waiting'
  | 'uploading'
  | 'offline'
  | 'paused'
  | 'completed'
  | 'skipped'
  | 'duplicate'
  | 'error'

/** A video, or an earlier file of the upload panel, with the content of a file. */
export interface SameFile {
  readonly file_name: string
  /** Id of the slot; null for a video of the collection. */
  readonly slot: number | null
}

/** One file of the upload panel. */
export interface UploadSlot {
  readonly id: number
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly collection_id: string
  /** Id of the video that it becomes a version of; null for a video of its own. */
  readonly version_of: string | null
  /** Path in the folder that was chosen; null for a file by itself. */
  readonly relative_path: string | null
  /** Id on the server; null before the upload has begun. */
  readonly file_id: string | null
  /** Bytes sent so far. */
  readonly sent: number
  /** Bytes a second. */
  readonly speed: number
  readonly status: UploadStatus
  /** Why it failed; empty if unknown. */
  readonly detail: string
  /** What a person should know about it; empty if nothing. */
  readonly note: string
  /** What a duplicate equals; null for all others. */
  readonly same_as: SameFile | null
  /** Whether a person has chosen to upload it although it is a duplicate. */
  readonly keeps_both: boolean
  /** Whether the browser can find the file again after a reload. */
  readonly kept: boolean
}

/** A slot as a file begins, but for what is known about it. */
export const newSlot = (
  known: Pick<UploadSlot, 'id' | 'name' | 'size' | 'collection_id'> & Partial<UploadSlot>,
): UploadSlot => ({
  version_of: null,
  relative_path: null,
  file_id: null,
  sent: 0,
  speed: 0,
  status: 'waiting',
  detail: '',
  note: '',
  same_as: null,
  keeps_both: false,
  kept: false,
  ...known,
})

/** An upload of this person that no open page continues. */
export interface InterruptedUpload {
  /** Id on the server; null when it had not begun. */
  readonly file_id: string | null
  readonly collection_id: string
  readonly file_name: string
  /** Bytes. */
  readonly file_size: number
  /** Bytes on the server. */
  readonly received: number
  readonly fingerprint: string | null
  /** SHA-256 of both ends of the file; null for an upload of an earlier version of this page. */
  readonly ends: string | null
  /** When the server deletes what has arrived; null when it had not begun. */
  readonly expires_at: Date | null
  readonly version_of: string | null
  readonly relative_path: string | null
  /** Key under which this browser remembers the file; null for an upload of another one. */
  readonly kept_key: string | null
  /** Opens the file again; null when a person has to choose it. */
  readonly handle: FileSystemFileHandle | null
}

interface Uploads {
  readonly slots: readonly UploadSlot[]
  readonly interrupted: readonly InterruptedUpload[]
}

let uploads: Uploads = { slots: [], interrupted: [] }
const listeners = new Set<() => void>()
const arrivals = new Set<() => void>()

/** Replaces a part of the list, and draws it again. */
export function publish(change: Partial<Uploads>): void {
  uploads = { ...uploads, ...change }
  for (const listener of listeners) listener()
}

export const readUploads = (): Uploads => uploads

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The files of the upload panel in the order of their choice, and the interrupted uploads. */
export const useUploads = (): Uploads => useSyncExternalStore(subscribe, readUploads)

const BEGUN = 'uploadsBegun'

/** Whether this browser may have uploads to go on with. */
export const hasBegun = (): boolean => localStorage.getItem(BEGUN) !== null

/** Notes whether this browser may have uploads to go on with. */
export function noteBegun(begun: boolean): void {
  if (begun) localStorage.setItem(BEGUN, 'yes')
  else localStorage.removeItem(BEGUN)
}

/** Whether a file still has bytes to send. */
export const isUnfinished = ({ status }: UploadSlot): boolean => status !== 'completed' && status !== 'skipped'

/** Calls back when a file has become a video. @returns a function that stops it */
export function watchArrivals(arrived: () => void): () => void {
  arrivals.add(arrived)
  return () => {
    arrivals.delete(arrived)
  }
}

/** Announces that a file has become a video. */
export function announceArrival(): void {
  for (const arrived of arrivals) arrived()
}
