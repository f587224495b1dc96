/** The bytes of a file that a person chose; null when the browser cannot read it. */
export const bytesOf = (file: File): Promise<Uint8Array | null> =>
  file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  )

/** Whether bytes are those of a ZIP archive, and so of a workbook or a document. */
export const isArchive = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b

/**
 * The text of a file that another program wrote: UTF-8, UTF-16 with its mark, as Premiere writes it, or the code page of
 * Windows, as Excel and old subtitle editors do.
 */
export function textOfFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whether a text has nothing to read, or characters that only other files have. */
export const isNoText = (text: string): boolean => text.trim() === '' || text.includes('\0')
