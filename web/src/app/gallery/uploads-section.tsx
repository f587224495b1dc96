import { useState } from 'react'
import { FolderChoice } from '../../features/library/uploads/folder-choice.tsx'
import { UploadSlots } from '../../features/library/uploads/panel/upload-slots.tsx'
import { type InterruptedUpload, newSlot, type UploadSlot } from '../../features/library/uploads/upload-list.ts'
import { Part } from './part.tsx'
import './gallery.css'

const GB = 1024 ** 3
const MB = 1024 ** 2
const slot = (change: Partial<UploadSlot>): UploadSlot =>
  newSlot({ id: 0, name: 'Interview, boom only.mp4', size: 2.4 * GB, collection_id: 'c', ...change })

const RUNNING: readonly UploadSlot[] = [
  slot({ id: 1, status: 'uploading', sent: 1.73 * GB, speed: 18.4 * MB }),
  slot({ id: 2, name: 'Lane, overhead.mp4', size: 6.1 * GB, status: 'uploading', sent: 1.4 * GB, speed: 9.1 * MB }),
  slot({ id: 3, name: 'A name that is much longer than the line on which it has to stand.mov' }),
  slot({ id: 4, name: 'Corridor, take 2.mp4', status: 'completed' }),
]

const STOPPED: readonly UploadSlot[] = [
  slot({ id: 1, status: 'offline', sent: 1.73 * GB }),
  slot({ id: 2, name: 'Lane, overhead.mp4', size: 6.1 * GB, status: 'paused', sent: 1.4 * GB }),
  slot({
    id: 3,
    name: 'Taps wide (1).mp4',
    status: 'error',
    sent: GB,
    detail: 'The file was changed or moved. Choose it again.',
  }),
  slot({
    id: 7,
    name: 'Taps wide (1).mp4',
    status: 'duplicate',
    same_as: { file_name: 'Taps, locked off.mp4', slot: null },
  }),
  slot({ id: 4, name: 'Taps.mp4', status: 'skipped', note: 'Already in the collection' }),
  slot({
    id: 5,
    name: 'Belt.mp4',
    status: 'uploading',
    sent: 600 * MB,
    note: 'Not the interrupted file, so it starts as a new upload',
  }),
  slot({ id: 6, name: 'Corridor, take 2.mp4', status: 'completed' }),
]

const DUPLICATES: readonly UploadSlot[] = [
  'Glass, slow (1).mov',
  'A copy with a name that is longer than its line.mov',
].map((name, id) =>
  slot({ id, name, status: 'duplicate', same_as: { file_name: 'Glass, slow, with a long name too.mov', slot: null } }),
)

const left = (number: number, change: Partial<InterruptedUpload> = {}): InterruptedUpload => ({
  file_id: `f${number}`,
  collection_id: 'c',
  file_name: `Shoot day ${number}.mp4`,
  file_size: 3.27 * GB,
  received: 1.73 * GB,
  fingerprint: null,
  ends: null,
  expires_at: new Date('2026-11-29T12:00:00Z'),
  version_of: null,
  relative_path: null,
  kept_key: null,
  handle: null,
  ...change,
})
/** Only whether there is a handle counts here: nothing opens it. */
const HANDLE = {} as FileSystemFileHandle

/** The panel of uploads in its states, and the question about a folder. */
export function UploadsSection() {
  const [perFolder, setPerFolder] = useState(false)
  const lost = [1, 2, 3].map((number) => left(number))
  const kept = [1, 2, 3, 4, 5].map((number) => left(number, { handle: HANDLE }))
  return (
    <Part name="Uploads">
      <div className="gallery-uploads">
        <UploadSlots slots={RUNNING} interrupted={[]} />
        <UploadSlots slots={STOPPED} interrupted={lost} />
        <UploadSlots slots={[]} interrupted={kept} />
        <UploadSlots slots={DUPLICATES} interrupted={[]} />
      </div>
      <FolderChoice
        collection="Autumn campaign"
        folders={['Bar', 'Lane']}
        perFolder={perFolder}
        onChange={setPerFolder}
      />
    </Part>
  )
}
