import { cleanFileName } from '@footnote/contract/shared/names.ts'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { whyUnfit } from '../unfit.ts'
import { announceArrival, type UploadSlot } from '../upload-list.ts'
import { endsOf, fingerprintOf, UNREADABLE } from './fingerprint.ts'
import { claimBegun } from './interrupted.ts'
import { forgetFile, noteFileId } from './kept-files.ts'
import { type FileMatch, findSame } from './same-file.ts'
import { held, patch, slotOf } from './slots.ts'
import { UploadSpeed } from './upload-speed.ts'

/** Milliseconds between two drawings of a file's progress. */
const DRAWN = 250
const FALLBACK_TYPE = 'video/mp4'

/**
 * Sends the file of a slot from where it stopped, unless there is the same file already, and shows how that goes. Never
 * fails: a slot says what went wrong.
 */
export async function sendSlot(slot: UploadSlot, signal: AbortSignal): Promise<void> {
  const { id } = slot
  const mine = held.get(id)
  if (!mine) return
  const { file, key } = mine
  // Loaded with the first upload, because most visits upload nothing; while the file is read, not after it.
  const sender = import('./transfer.ts')
  sender.catch(() => undefined)
  const done = async (status: 'completed' | 'skipped', note = slot.note) => {
    patch(id, { status, note, sent: slot.size, speed: 0 })
    await forgetFile(key)
  }
  try {
    const unfit = slot.file_id ? null : await whyUnfit(file)
    if (unfit) return await done('skipped', unfit)
    const fingerprint = await fingerprintOf(file)
    const ends = await endsOf(file)
    signal.throwIfAborted()
    held.set(id, { ...mine, ends })
    const begun = slot.file_id ? null : await claimBegun(slot, { file, ends, fingerprint })
    if (begun) {
      patch(id, { file_id: begun.file_id, sent: begun.received })
      await noteFileId(key, begun.file_id)
    }
    const file_id = begun?.file_id ?? slot.file_id
    if (!file_id && !slot.keeps_both) {
      const found = await lookFor({ slot, file, fingerprint }, signal)
      if (found?.same_place) return await done('skipped', 'Already in the collection')
      if (found) return patch(id, { status: 'duplicate', same_as: found.same, speed: 0 })
    }
    const { transfer } = await sender
    await send(transfer, { slot, file, key, file_id, fingerprint, ends }, signal)
    await done('completed')
    announceArrival()
  } catch (error) {
    if (signal.aborted) return
    const sent = await sender.catch(() => null)
    // `followSession` has put the list aside.
    if (sent && error instanceof sent.SignedOut) return patch(id, { status: 'waiting', speed: 0 })
    console.warn('upload', error)
    patch(id, {
      status: 'error',
      speed: 0,
      detail: sent && error instanceof sent.UploadError ? error.detail : sentenceOf(error),
    })
  }
}

/** A file that was changed, moved or deleted cannot be read. */
const sentenceOf = (error: unknown): string => (error instanceof DOMException ? UNREADABLE : errorDetail(error, ''))

interface SlotFile {
  readonly slot: UploadSlot
  readonly file: File
  readonly fingerprint: string
}

/** Looks whether there is the same file already, and says so while that takes a while. */
async function lookFor(known: SlotFile, signal: AbortSignal): Promise<FileMatch | null> {
  const { id, note } = known.slot
  const onCompare = () => patch(id, { note: 'Comparing with a video of the same size' })
  const onReach = (reachable: boolean) => void showReach(id, reachable, signal)
  try {
    return await findSame({ ...known, onReach, onCompare }, signal)
  } finally {
    patch(id, { note })
  }
}

/** Shows whether the server is out of reach. @returns whether that is new */
function showReach(id: number, reachable: boolean, signal: AbortSignal): boolean {
  const status = reachable ? 'uploading' : 'offline'
  if (signal.aborted || slotOf(id)?.status === status) return false
  patch(id, { status, speed: 0 })
  return true
}

interface SlotUpload extends SlotFile {
  readonly key: string
  readonly file_id: string | null
  readonly ends: string
}

async function send(
  transfer: typeof import('./transfer.ts').transfer,
  { slot, file, key, file_id, fingerprint, ends }: SlotUpload,
  signal: AbortSignal,
): Promise<void> {
  const { id, collection_id, version_of, relative_path } = slot
  let speed: UploadSpeed | undefined
  let drawn = 0
  const filename = cleanFileName(file.name)
  await transfer(
    {
      file,
      file_id,
      metadata: {
        index_id: collection_id,
        filename,
        filetype: file.type.startsWith('video/') ? file.type : FALLBACK_TYPE,
        fingerprint,
        ends,
        ...(relative_path === null ? {} : { relative_path }),
        ...(version_of === null ? {} : { version_of }),
      },
      onBegun: (begun) => {
        // The person cancelled it while the server began it.
        if (!slotOf(id)) return void discardOnServer(begun)
        patch(id, { file_id: begun })
        void noteFileId(key, begun)
      },
      onProgress: (sent) => {
        const now = performance.now()
        speed ??= new UploadSpeed(sent, now)
        const bytesPerSecond = speed.measure(sent, now)
        if (signal.aborted || (now - drawn < DRAWN && sent < file.size)) return
        drawn = now
        patch(id, { sent, speed: bytesPerSecond })
      },
      onReach: (reachable) => {
        if (showReach(id, reachable, signal)) speed = undefined
      },
    },
    signal,
  )
}

/** Deletes what has arrived of a cancelled upload. Never fails: what stays, the server deletes when it expires. */
export async function discardOnServer(file_id: string): Promise<void> {
  try {
    const { discard } = await import('./transfer.ts')
    await discard(file_id)
  } catch (error) {
    console.warn('discard', error)
  }
}
