import { SEARCH } from '@footnote/contract/shared/limits.ts'

/** Prefix for a picture that this browser stores, because a file does not fit into an address. */
const LOCAL = 'local:'
const STORE = 'footnote-picture-'
/** Longest side in pixels: as much as the engines use, and small enough to store. */
const LONGEST_SIDE = 1_024

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** The `accept` of a field for such a file. */
export const ACCEPTED_TYPES = TYPES.join(',')
/** Said when a picture of an accepted type cannot be read. */
export const NOT_KEPT = 'This picture could not be read. Choose another one.'

/** Why a file cannot be searched with, by its type and size; null if it can. */
export function refusalOf({ type, size }: File): string | null {
  if (!TYPES.includes(type)) return 'Only JPEG, PNG and WebP pictures can be searched with.'
  return size > SEARCH.image_max_bytes ? 'Pictures up to 10 MB can be searched with.' : null
}

/** Whether the image is a file that this browser stores. */
export const isLocal = (image: string): boolean => image.startsWith(LOCAL)

/** A picture that this browser stores. */
interface KeptImage {
  /** For people: the name of its file, or where it came from. */
  readonly name: string
  /** Its size before it was scaled down, in pixels. */
  readonly width: number
  readonly height: number
  /** A `data:` address. */
  readonly address: string
}

/** A stored picture, or null if it is gone (another tab, another day). */
export function localPicture(image: string): KeptImage | null {
  const kept = isLocal(image) ? sessionStorage.getItem(STORE + image.slice(LOCAL.length)) : null
  return kept === null ? null : (JSON.parse(kept) as KeptImage)
}

/** The file of a stored picture. @throws Error when it is gone */
export function localImage(image: string): Blob | null {
  if (!isLocal(image)) return null
  const address = localPicture(image)?.address
  if (!address) throw new Error('The reference image is gone')
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: 'image/jpeg' })
}

/**
 * Stores a picture for a search, scaled down, until the tab is closed.
 * @param name for people
 * @returns the value for the address
 * @throws Error when the browser cannot read the file as a picture
 */
export async function keepLocalImage(file: File, name: string): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture cannot be drawn')
  // Transparent parts would turn black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith(STORE))) sessionStorage.removeItem(key)
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const kept: KeptImage = { name, width, height, address: canvas.toDataURL('image/jpeg', 0.9) }
  sessionStorage.setItem(STORE + id, JSON.stringify(kept))
  return LOCAL + id
}
