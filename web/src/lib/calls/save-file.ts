/** Milliseconds: long enough for a browser that asks where to save the file. */
const KEEP_FILE = 60_000

/** Has the browser save what an address answers as an attachment. */
export function saveFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** Has the browser save a file. @param name what it is called */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_FILE)
}
