import { RESUMABLE, SENDING } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { uploads } from '@footnote/contract/nouns/library/uploads.ts'
import { cleanFileName } from '@footnote/contract/shared/names.ts'
import { call } from '../../../../lib/calls/client.ts'
import { readSession } from '../../../../lib/session.ts'
import { type InterruptedUpload, noteBegun, publish, readUploads, type UploadSlot } from '../upload-list.ts'
import { forgetFile, forgetFiles, keptFilesOf, untilClosed } from './kept-files.ts'
import { held } from './slots.ts'

/**
 * Finds the uploads of the signed-in person that no page continues: those on the server, and files that this browser
 * can open again although their upload had not begun. Finds them again when a tab that uploads is closed. A page that is
 * loaded again may begin before the browser ends the old one.
 * @param signal ends the search
 */
export async function findInterrupted(signal: AbortSignal): Promise<void> {
  for (;;) {
    const tabs = await findOnce(signal)
    if (tabs.size === 0) return
    const waiting = new AbortController()
    const either = AbortSignal.any([signal, waiting.signal])
    await Promise.race([...tabs].map((tab) => untilClosed(tab, either)))
    waiting.abort()
  }
}

/** @returns other tabs that upload now */
async function findOnce(signal: AbortSignal): Promise<ReadonlySet<string>> {
  const user_id = readSession()?.user_id
  if (!user_id) return new Set()
  const [{ uploads: open }, { left, busy, tabs }] = await Promise.all([call(uploads.list, {}), keptFilesOf(user_id)])
  signal.throwIfAborted()
  if (readSession()?.user_id !== user_id) return new Set()
  const mine = new Set(readUploads().slots.map(({ file_id }) => file_id))
  const kept = new Map(left.flatMap(([key, file]) => (file.file_id ? [[file.file_id, { key, file }] as const] : [])))
  const begun = open
    .filter(({ file_id }) => !mine.has(file_id) && !busy.has(file_id))
    // Another device may be sending it at this moment. What this browser has begun, a closed page has left.
    .filter(({ file_id, expires_at }) => kept.has(file_id) || isQuiet(expires_at))
    .map(({ file_id, index_id, collection_name: _, expires_at, ...upload }): InterruptedUpload => {
      const known = kept.get(file_id)
      return {
        ...upload,
        file_id,
        collection_id: index_id,
        expires_at: new Date(expires_at),
        version_of: known?.file.version_of ?? null,
        relative_path: known?.file.relative_path ?? null,
        kept_key: known?.key ?? null,
        handle: known?.file.handle ?? null,
      }
    })
  const not_begun = left.flatMap(([key, { file_id, handle, ...file }]): InterruptedUpload[] =>
    file_id === null && handle !== null
      ? [{ ...file, file_id, received: 0, fingerprint: null, ends: null, expires_at: null, kept_key: key, handle }]
      : [],
  )
  const interrupted = [...begun, ...not_begun]
  const needed = new Set(interrupted.map(({ kept_key }) => kept_key))
  const gone = left.filter(([key]) => !needed.has(key)).map(([key]) => key)
  if (gone.length > 0) await forgetFiles(gone)
  if (interrupted.length === 0 && busy.size === 0 && mine.size === 0) noteBegun(false)
  publish({ interrupted })
  return tabs
}

const isQuiet = (expires_at: string): boolean =>
  new Date(expires_at).getTime() - RESUMABLE.lifetime * 1000 < Date.now() - SENDING.quiet * 1000

/** A chosen file, and by what it is known. */
export interface ChosenFile {
  readonly file: File
  readonly ends: string
  readonly fingerprint: string
}

/** The browser may have noted a name as the file has it, and the server as it stores it. */
export const isNamed = ({ file_name }: Pick<InterruptedUpload, 'file_name'>, { name }: File): boolean =>
  cleanFileName(file_name) === cleanFileName(name)

/** Whether a chosen file is that of an interrupted upload. The server compares what it has before it joins them. */
export function isFileOf(upload: InterruptedUpload, { file, ends, fingerprint }: ChosenFile): boolean {
  if (upload.ends === null && upload.fingerprint !== null) return upload.fingerprint === fingerprint
  return isNamed(upload, file) && upload.file_size === file.size && (upload.ends === null || upload.ends === ends)
}

/** An upload that has begun. */
interface BegunUpload {
  readonly file_id: string
  /** Bytes on the server. */
  readonly received: number
}

/**
 * Takes the interrupted or failed upload of the same file to the same place off the list.
 * @returns it; null if there is none
 */
export async function claimBegun(slot: UploadSlot, known: ChosenFile): Promise<BegunUpload | null> {
  const { interrupted, slots } = readUploads()
  const goes = ({ collection_id, version_of }: Pick<UploadSlot, 'collection_id' | 'version_of'>) =>
    collection_id === slot.collection_id && version_of === slot.version_of
  const claimed = interrupted.find((upload) => upload.file_id !== null && goes(upload) && isFileOf(upload, known))
  if (claimed?.file_id) {
    publish({ interrupted: interrupted.filter((upload) => upload !== claimed) })
    return { file_id: claimed.file_id, received: claimed.received }
  }
  // Its file could not be read any more, as after a change of its time, and was chosen again.
  const failed = slots.find(
    (other) =>
      other.status === 'error' &&
      other.file_id !== null &&
      other.id !== slot.id &&
      goes(other) &&
      isNamed({ file_name: other.name }, known.file) &&
      other.size === known.file.size &&
      held.get(other.id)?.ends === known.ends,
  )
  if (!failed?.file_id) return null
  const key = held.get(failed.id)?.key
  held.delete(failed.id)
  publish({ slots: readUploads().slots.filter(({ id }) => id !== failed.id) })
  if (key) await forgetFile(key)
  return { file_id: failed.file_id, received: failed.sent }
}
