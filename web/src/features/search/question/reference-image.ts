/** Prefix for a picture that this browser stores, because a file does not fit into an address. */
const LOCAL = 'local:'
const STORE = 'footnote-reference-'
/** Longest side in pixels: as much as the engines use, and small enough to store. */
const LONGEST_SIDE = 1_024

/** Whether the image is a file that this browser stores. */
export const isLocal = (image: string): boolean => image.startsWith(LOCAL)

/** A stored picture as a data address, or null if it is gone (another tab, another day). */
export const localPreview = (image: string): string | null =>
  isLocal(image) ? sessionStorage.getItem(STORE + image.slice(LOCAL.length)) : null

/** The file of a stored picture. @throws Error when it is gone */
export function localImage(image: string): Blob | null {
  if (!isLocal(image)) return null
  const address = localPreview(image)
  if (!address) throw new Error('The reference image is gone')
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: 'image/jpeg' })
}

/**
 * Stores a picture for a search, scaled down, until the tab is closed.
 * @returns the value for the address
 * @throws Error when the browser cannot read the file as a picture
 */
export async function keepLocalImage(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture cannot be drawn')
  // Transparent parts would turn black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const key of Object.keys(sessionStorage).filter((name) => name.startsWith(STORE))) sessionStorage.removeItem(key)
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-')
  sessionStorage.setItem(STORE + id, canvas.toDataURL('image/jpeg', 0.9))
  return LOCAL + id
}
