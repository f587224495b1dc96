import type { FileWithPath } from 'react-dropzone'

/** Files that operating systems leave in folders; those that begin with a dot are theirs, too. */
const SYSTEM_FILES = new Set(['Thumbs.db', 'desktop.ini', 'ehthumbs.db'])
const SYSTEM_FOLDERS = new Set(['__MACOSX', '$RECYCLE.BIN', 'System Volume Information'])

/** A file, and its handle in Chromium. Dropped and chosen files have the path within their folder. */
export type PathFile = File & Partial<Pick<FileWithPath, 'path' | 'handle'>>

/** Path of a file within the folder that was chosen, with the folder's name; null for a file by itself. */
export function pathOf(file: PathFile): string | null {
  const path = (file.path ?? file.webkitRelativePath ?? '').replace(/^\.?\//, '')
  return path.includes('/') ? path.normalize('NFC') : null
}

/** Whether the file belongs to an operating system, not to the person. */
export function isSystemFile(file: PathFile): boolean {
  const parts = (pathOf(file) ?? file.name).split('/')
  return parts.some((part) => part.startsWith('.') || SYSTEM_FOLDERS.has(part)) || SYSTEM_FILES.has(file.name)
}

/**
 * Name of the sub-folder that a file belongs to: the first folder within the chosen one. If several folders were
 * chosen, each counts as a sub-folder.
 * @returns null for files directly in the chosen folder, and for files by themselves
 */
export function subFolderOf(file: PathFile, several: boolean): string | null {
  const parts = (pathOf(file) ?? '').split('/')
  const [top, next] = parts
  if (several) return parts.length > 1 ? (top ?? null) : null
  return parts.length > 2 ? (next ?? null) : null
}

/** The sub-folders of chosen files in alphabetical order, each with its files; null is for files of none. */
export function bySubFolder<T extends { readonly file: PathFile }>(
  chosen: readonly T[],
): ReadonlyMap<string | null, readonly T[]> {
  const tops = new Set(chosen.flatMap(({ file }) => pathOf(file)?.split('/')[0] ?? []))
  const groups = Map.groupBy(chosen, ({ file }) => subFolderOf(file, tops.size > 1))
  return new Map([...groups].sort(([a], [b]) => (a ?? '').localeCompare(b ?? '', 'en', { numeric: true })))
}

/** Names of files in a sentence. @param names some names are enough, because a folder can have thousands */
export function namesIn(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ')
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}
