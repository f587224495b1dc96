import { SENDING } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { randomKey } from '../../../../lib/random-key.ts'
import { readSession, watchSession } from '../../../../lib/session.ts'
import { isUnfinished, newSlot, noteBegun, publish, readUploads, type UploadSlot } from '../upload-list.ts'
import { forgetFile, forgetFiles, keepFiles, noteFileId } from './kept-files.ts'
import { discardOnServer, sendSlot } from './send-slot.ts'
import { held, patch, patchAll, slotOf } from './slots.ts'
import { keepAwake } from './stay-awake.ts'

/** A file, where it goes, and what is known about it. */
export interface FileToUpload {
  readonly file: File
  readonly collection_id: string
  /** Id of the video that it becomes a version of; null for a video of its own. */
  readonly version_of: string | null
  /** Path in the folder that was chosen; null for a file by itself. */
  readonly relative_path: string | null
  /** Id on the server of the upload that it continues. */
  readonly file_id?: string | null
  /** Bytes that the server has. */
  readonly received?: number
  /** Lasting handle of the file, in Chromium. */
  readonly handle?: FileSystemFileHandle | null | undefined
  /** Key under which the browser keeps it already. */
  readonly kept_key?: string | null
  readonly note?: string
}

let next = 1
let clearing: ReturnType<typeof setTimeout> | undefined
let owner: string | undefined
let unwatch: (() => void) | undefined
/** The list of the person whose session ended: it returns with them. */
let away: readonly UploadSlot[] = []
const running = new Map<number, AbortController>()

/** Starts to upload files. */
export function addUploads(files: readonly FileToUpload[]): void {
  clearTimeout(clearing)
  owner = readSession()?.user_id
  unwatch ??= watchSession(followSession)
  const added = files.map((upload) => {
    const id = next
    next += 1
    held.set(id, { file: upload.file, key: upload.kept_key ?? `${owner} ${randomKey()}` })
    return newSlot({
      id,
      name: upload.file.name,
      size: upload.file.size,
      collection_id: upload.collection_id,
      version_of: upload.version_of,
      relative_path: upload.relative_path,
      file_id: upload.file_id ?? null,
      sent: upload.received ?? 0,
      note: upload.note ?? '',
      kept: Boolean(upload.kept_key && upload.handle),
    })
  })
  publish({ slots: [...readUploads().slots, ...added] })
  void keep(added, files)
  advance()
}

/** Remembers files beyond the life of this page. */
async function keep(added: readonly UploadSlot[], files: readonly FileToUpload[]): Promise<void> {
  const user_id = owner ?? ''
  noteBegun(true)
  const found = added.flatMap((slot, place) => {
    const handle = files[place]?.handle ?? null
    const key = held.get(slot.id)?.key
    const { collection_id, version_of, relative_path, name: file_name, size: file_size, file_id } = slot
    const kept = { user_id, handle, collection_id, version_of, relative_path, file_name, file_size, file_id }
    return key ? [[slot.id, key, kept] as const] : []
  })
  if (!(await keepFiles(found.map(([, key, kept]) => [key, kept] as const)))) return
  const again = new Set(found.filter(([, , { handle }]) => handle !== null).map(([id]) => id))
  patchAll(({ id }) => again.has(id), { kept: true })
  for (const [id, key] of found) {
    const slot = slotOf(id)
    // It began, or ended, while the browser stored it.
    if (slot?.file_id) await noteFileId(key, slot.file_id)
    if (!slot || !isUnfinished(slot)) await forgetFile(key)
  }
}

/** Stops a file; what has arrived is kept. */
export function pauseUpload(id: number): void {
  const slot = slotOf(id)
  if (!slot || !['waiting', 'uploading', 'offline'].includes(slot.status)) return
  patch(id, { status: 'paused', speed: 0 })
  running.get(id)?.abort()
}

/** Goes on with a paused or failed file. */
export function resumeUpload(id: number): void {
  const slot = slotOf(id)
  if (slot?.status !== 'paused' && slot?.status !== 'error') return
  clearTimeout(clearing)
  patch(id, { status: 'waiting', detail: '' })
  advance()
}

export function pauseAll(): void {
  for (const { id } of readUploads().slots) pauseUpload(id)
}

export function resumeAll(): void {
  patchAll(({ status }) => status === 'paused', { status: 'waiting' })
  advance()
}

/** Uploads a duplicate, too. */
export function keepBoth(id: number): void {
  if (slotOf(id)?.status !== 'duplicate') return
  patch(id, { status: 'waiting', same_as: null, keeps_both: true })
  advance()
}

export function keepAll(): void {
  patchAll(({ status }) => status === 'duplicate', { status: 'waiting', same_as: null, keeps_both: true })
  advance()
}

export function skipAll(): void {
  remove(({ status }) => status === 'duplicate')
  clearWhenDone()
}

/** Stops a file and deletes what has arrived, or removes a finished one or a duplicate from the list. */
export function cancelUpload(id: number): void {
  const slot = slotOf(id)
  const key = held.get(id)?.key
  publish({ slots: readUploads().slots.filter((other) => other.id !== id) })
  running.get(id)?.abort()
  held.delete(id)
  if (key) void forgetFile(key)
  if (slot?.file_id && isUnfinished(slot)) void discardOnServer(slot.file_id)
  // What equals it is no duplicate any more.
  if (slot && isUnfinished(slot)) patchAll(({ same_as }) => same_as?.slot === id, { status: 'waiting', same_as: null })
  advance()
  clearWhenDone()
}

/** Removes everything that is finished from the list. */
export function clearFinished(): void {
  remove(({ status }) => status === 'completed' || status === 'skipped')
}

function remove(which: (slot: UploadSlot) => boolean): void {
  const { slots } = readUploads()
  const gone = slots.filter(which)
  void forgetFiles(gone.flatMap(({ id }) => held.get(id)?.key ?? []))
  for (const { id } of gone) held.delete(id)
  publish({ slots: slots.filter((slot) => !which(slot)) })
}

/**
 * Uploads belong to the user who chose the files. They stop with the session, the next user does not see them, and
 * they go on when their own user signs in again.
 */
function followSession(): void {
  const user_id = readSession()?.user_id
  if (user_id === owner) {
    if (away.length === 0) return
    publish({ slots: [...away, ...readUploads().slots] })
    away = []
    advance()
    return
  }
  clearTimeout(clearing)
  const { slots } = readUploads()
  if (user_id === undefined)
    away = [
      ...away,
      ...slots.map(
        (slot): UploadSlot =>
          slot.status === 'uploading' || slot.status === 'offline' ? { ...slot, status: 'waiting', speed: 0 } : slot,
      ),
    ]
  else {
    away = []
    held.clear()
    unwatch?.()
    unwatch = undefined
  }
  publish({ slots: [], interrupted: [] })
  for (const stop of running.values()) stop.abort()
}

function advance(): void {
  begin()
  keepAwake(running.size > 0)
}

function begin(): void {
  for (const slot of readUploads().slots) {
    if (running.size >= SENDING.at_once) return
    if (slot.status !== 'waiting' || running.has(slot.id)) continue
    const stop = new AbortController()
    running.set(slot.id, stop)
    patch(slot.id, { status: 'uploading' })
    void sendSlot(slot, stop.signal).finally(() => {
      running.delete(slot.id)
      advance()
      clearWhenDone()
    })
  }
}

/**
 * Files that have arrived leave the list 3 s after the last one. Others stay until they are sent or dismissed; so do
 * skipped ones, because nobody has asked to leave them out.
 */
function clearWhenDone(): void {
  clearTimeout(clearing)
  const { slots } = readUploads()
  if (running.size > 0 || slots.length === 0 || slots.some(({ status }) => status === 'waiting')) return
  clearing = setTimeout(() => remove(({ status }) => status === 'completed'), TIMING.upload_clearing)
}
