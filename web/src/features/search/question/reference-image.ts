/** How an address names a picture that this browser keeps, since a file does not fit into an address. */
const LOCAL = 'local:'
const STORE = 'footnote-reference-'
/** Longest side in pixels: what the engines look at, and small enough to keep. */
const LONGEST_SIDE = 1_024

/** Whether an image of an address is a file of this browser. */
export const isLocal = (image: string): boolean => image.startsWith(LOCAL)

/** A picture kept by this browser as a data address, or null when it is gone (another tab, another day). */
export const localPreview = (image: string): string | null =>
  isLocal(image) ? sessionStorage.getItem(STORE + image.slice(LOCAL.length)) : null

/** The file of a picture kept by this browser. @throws Error when it is gone */
export function localImage(image: string): Blob | null {
  if (!isLocal(image)) return null
  const address = localPreview(image)
  if (!address) throw new Error('The reference image is gone')
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: 'image/jpeg' })
}

/**
 * Keeps a picture for a search, scaled down, until the tab is closed.
 * @returns what the address says instead of it
 * @throws Error when the file is no picture that the browser can read
 */
export async function keepLocalImage(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture cannot be drawn')
  // What is transparent would turn black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const key of Object.keys(sessionStorage).filter((name) => name.startsWith(STORE))) sessionStorage.removeItem(key)
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-')
  sessionStorage.setItem(STORE + id, canvas.toDataURL('image/jpeg', 0.9))
  return LOCAL + id
}
