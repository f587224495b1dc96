import { createStore, del, delMany, entries, setMany, type UseStore, update } from 'idb-keyval'
import { randomKey } from '../../../../lib/random-key.ts'

/** A file that a page of this browser uploads. It outlives the page. */
export interface KeptFile {
  readonly user_id: string
  /** Opens the file again without a choice of the person; null where the browser gives none, as all but Chromium do. */
  readonly handle: FileSystemFileHandle | null
  readonly collection_id: string
  readonly version_of: string | null
  readonly relative_path: string | null
  readonly file_name: string
  /** Bytes. */
  readonly file_size: number
  /** Id on the server; null before the upload has begun. */
  readonly file_id: string | null
  /** The tab that uploads it. */
  readonly tab: string
}

const TAB_LOCK = 'footnote-uploads '
/** This tab. Its lock says that it lives. */
const tab = randomKey()
let opened: UseStore | undefined
let locked = false

const files = (): UseStore => {
  opened ??= createStore('footnote-uploads', 'files')
  return opened
}

/** A browser without storage, such as a private window, keeps nothing: people then choose their files again. */
async function attempt<T>(act: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await act()
  } catch (error) {
    console.warn('kept files', error)
    return otherwise
  }
}

/** Keeps files by their keys. @returns whether they are kept */
export function keepFiles(kept: readonly (readonly [string, Omit<KeptFile, 'tab'>])[]): Promise<boolean> {
  holdTab()
  return attempt(async () => {
    await setMany(
      kept.map(([key, file]): [IDBValidKey, KeptFile] => [key, { ...file, tab }]),
      files(),
    )
    return true
  }, false)
}

function holdTab(): void {
  if (locked || !('locks' in navigator)) return
  locked = true
  void navigator.locks.request(TAB_LOCK + tab, () => new Promise(() => undefined))
}

/** Notes under which id the server knows a kept file. */
export const noteFileId = (key: string, file_id: string): Promise<void> =>
  attempt(
    () =>
      update<KeptFile | undefined>(key, (kept) => (kept ? { ...kept, file_id } : undefined), files()).then(
        () => undefined,
      ),
    undefined,
  )

export const forgetFile = (key: string): Promise<void> => attempt(() => del(key, files()), undefined)
export const forgetFiles = (keys: readonly string[]): Promise<void> =>
  attempt(() => delMany([...keys], files()), undefined)

/** The kept files of a person. */
export interface KeptFiles {
  /** Those that no open tab uploads, with their keys. */
  readonly left: readonly (readonly [string, KeptFile])[]
  /** Ids of the uploads of open tabs. */
  readonly busy: ReadonlySet<string>
  /** The other open tabs that upload. */
  readonly tabs: ReadonlySet<string>
}

/** Reads the kept files of a person; none where the browser has no storage. */
export const keptFilesOf = (user_id: string): Promise<KeptFiles> =>
  attempt(
    async (): Promise<KeptFiles> => {
      const alive = await livingTabs()
      const all = (await entries<string, KeptFile>(files())).filter(([, kept]) => kept?.user_id === user_id)
      const running = all.filter(([, kept]) => alive.has(kept.tab))
      return {
        left: all.filter(([, kept]) => !alive.has(kept.tab)),
        busy: new Set(running.flatMap(([, { file_id }]) => file_id ?? [])),
        tabs: new Set(running.flatMap(([, kept]) => (kept.tab === tab ? [] : kept.tab))),
      }
    },
    { left: [], busy: new Set(), tabs: new Set() },
  )

/**
 * Waits until another tab is closed.
 * @throws the signal's reason
 */
export async function untilClosed(other: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(TAB_LOCK + other, { mode: 'shared', signal }, () => undefined)
}

/** Tabs of this browser that upload, this one included. Only pages with HTTPS can see the others. */
async function livingTabs(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set([tab])
  const { held = [] } = await navigator.locks.query()
  return new Set([tab, ...held.map(({ name = '' }) => name.slice(TAB_LOCK.length))])
}
