import { publish, readUploads, type UploadSlot } from '../upload-list.ts'

/** What a slot does not show. */
interface SlotData {
  readonly file: File
  /** Key under which the browser keeps the file. */
  readonly key: string
  /** SHA-256 of both ends of the file, once they were read. */
  readonly ends?: string
}

/** The files of the list, by the ids of the slots; finished ones, too, because later files are compared with them. */
export const held = new Map<number, SlotData>()

export const slotOf = (id: number): UploadSlot | undefined => readUploads().slots.find((slot) => slot.id === id)

/** Changes the slots that fulfil a condition. */
export const patchAll = (which: (slot: UploadSlot) => boolean, change: Partial<UploadSlot>): void =>
  publish({ slots: readUploads().slots.map((slot) => (which(slot) ? { ...slot, ...change } : slot)) })

/** Changes a slot; does nothing when it is gone. */
export const patch = (id: number, change: Partial<UploadSlot>): void => patchAll((slot) => slot.id === id, change)
