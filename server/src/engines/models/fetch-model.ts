import { rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { Model, ModelFile, Source } from './catalogue/model.ts'
import { askAbout, bytesLeft, type Download, download, MOST_BYTES } from './download.ts'
import { fileAddress, type HubFacts } from './hub.ts'
import { ModelError, type ModelFailure } from './model-error.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Patience } from './patience.ts'
import { findModel, type ModelStoreSettings } from './places.ts'
import { forgetPins, isOutdated, pin, readPins } from './records.ts'

/** Bytes to leave free on the disk: a full disk would stop the database. */
const RESERVE = 1024 ** 3
/** The hub's name for the newest state of a repository. */
const NEWEST = 'main'
/** Minimum share between two progress reports. */
const STEP = 0.002

/** A model to download. */
export interface ModelDownload {
  readonly settings: ModelStoreSettings
  readonly name: string
  readonly model: Model
  readonly patience: Patience
  /** Free bytes on the disk of a folder. */
  readonly freeBytes: (folder: string) => Promise<number>
  /** Called with the share of bytes on disk, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** @returns bytes that an unprivileged process may still write */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Downloads the missing files when it is this process's turn.
 * @returns path of the model's folder
 * @throws ModelError
 */
export async function fetchModel(fetching: ModelDownload): Promise<string> {
  const { settings, name, model, signal } = fetching
  const present = await findComplete(fetching)
  if (present !== null) return present
  const { hub_url, folder } = settings
  if (hub_url === null)
    throw new ModelError('off', `The model ${model.title} is not on this machine, and downloading is switched off.`)
  const work = async () => {
    // The process before may have downloaded the model.
    const fetched = await findComplete(fetching)
    if (fetched !== null) return fetched
    if (await isOutdated(folder, name, model)) {
      await rm(path.join(folder, name), { recursive: true, force: true })
      await forgetPins(folder, name)
    }
    await fetchFiles(fetching, await survey(fetching, hub_url))
    const found = await findModel(settings, name, model)
    if (found.folder === null) throw new ModelError('refused', found.obstacle)
    return found.folder
  }
  return await oneAtATime(folder, work, signal)
}

/** The model's folder if the model is complete; null otherwise. */
const findComplete = async ({ settings, name, model }: ModelDownload): Promise<string | null> =>
  (await findModel(settings, name, model)).folder

/** The missing files, the smallest first. */
async function missingFiles(folder: string, { files }: Model): Promise<ModelFile[]> {
  const present = await Promise.all(
    files.map(({ path: file }) =>
      stat(path.join(folder, file)).then(
        (stats) => stats.isFile(),
        () => false,
      ),
    ),
  )
  return files.filter((_, index) => !present[index]).sort((a, b) => (a.size ?? 0) - (b.size ?? 0))
}

interface FileDownload {
  readonly file: ModelFile
  readonly size: number | null
  /** One download per possible source; the first source that confirmed the file comes first. */
  readonly jobs: readonly Download[]
}

/** Failures of one source that another may not have. */
const ELSEWHERE: readonly ModelFailure[] = ['absent', 'denied', 'withheld', 'refused']

/**
 * Tries sources in order until one succeeds.
 * @returns its result, and the sources from it on
 * @throws the first source's error when all fail
 */
async function firstThatServes<Place, Found>(
  places: readonly Place[],
  act: (place: Place) => Promise<Found>,
): Promise<{ readonly found: Found; readonly left: readonly Place[] }> {
  let failed: unknown = null
  for (const [at, place] of places.entries()) {
    try {
      return { found: await act(place), left: places.slice(at) }
    } catch (error) {
      if (!(error instanceof ModelError && ELSEWHERE.includes(error.failure))) throw error
      failed ??= error
    }
  }
  throw failed
}

/**
 * Asks about every missing file before downloading any: its commit, whether it exists, whether it matches its pin, and
 * whether there is room for all.
 */
async function survey(fetching: ModelDownload, hub: string): Promise<FileDownload[]> {
  const { settings, name, model, patience, signal } = fetching
  const folder = path.join(settings.folder, name)
  const pins = await readPins(settings.folder, name, model)
  let revision = model.revision ?? pins?.revision ?? NEWEST
  const wanted: FileDownload[] = []
  for (const file of await missingFiles(folder, model)) {
    const title = `${file.path} of the model ${model.title}`
    const common = { title, patience, ...(signal ? { signal } : {}) }
    const sha256 = file.sha256 ?? pins?.files[file.path] ?? null
    const own: Source = { repo: model.repo, revision, path: file.path }
    const addressOf = (source: Source) => fileAddress(hub, source.repo, source.revision, source.path)
    const { found: facts, left } = await firstThatServes([own, ...(file.other_sources ?? [])], async (source) => {
      const said = await askAbout({ ...common, address: addressOf(source) })
      refuseByFacts(said, sha256, title)
      return said
    })
    if (revision === NEWEST && facts.commit !== null) revision = facts.commit
    const job = { ...common, target: path.join(folder, file.path), sha256: sha256 ?? facts.sha256 }
    const places = left.map((source) => (source === own ? { ...own, revision } : source))
    const jobs = places.map((source) => ({ ...job, address: addressOf(source) }))
    wanted.push({ file, size: facts.size ?? file.size, jobs })
  }
  await pin(settings.folder, name, model, { revision, files: {} })
  await askForRoom(fetching, wanted)
  return wanted
}

/** @throws ModelError when the hub's metadata already show another file */
function refuseByFacts({ sha256, size }: HubFacts, expected: string | null, title: string): void {
  if (sha256 !== null && expected !== null && sha256 !== expected)
    throw new ModelError('refused', `The hub's file ${title} is not the one that is pinned: it was refused.`)
  if (size !== null && size > MOST_BYTES)
    throw new ModelError('too_large', `The hub's file ${title} is larger than a model's file may be.`)
}

/** @throws ModelError disk_full */
async function askForRoom(
  { settings, model, freeBytes: free }: ModelDownload,
  wanted: readonly FileDownload[],
): Promise<void> {
  let needed = 0
  for (const { size, jobs } of wanted) needed += Math.max(0, (size ?? 0) - (await bytesLeft(jobs[0] as Download)))
  const room = (await free(settings.folder)) - RESERVE
  if (needed > room)
    throw new ModelError(
      'disk_full',
      `There is no room on the disk for the model ${model.title}: it needs ${formatFileSize(needed)} besides the ` +
        `${formatFileSize(RESERVE)} that are kept free, and there are ${formatFileSize(room + RESERVE)}.`,
    )
}

/** Downloads files one after the other, and pins each when it is complete. */
async function fetchFiles(fetching: ModelDownload, wanted: readonly FileDownload[]): Promise<void> {
  const { settings, name, model, onProgress } = fetching
  const sizes = new Map(model.files.map((file) => [file.path, file.size ?? 0]))
  for (const { file, size } of wanted) sizes.set(file.path, size ?? 0)
  const absent = new Set(wanted.map(({ file }) => file.path))
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  let done = [...sizes].reduce((sum, [file, size]) => (absent.has(file) ? sum : sum + size), 0)
  let reported = 0
  const tell = (bytes: number) => {
    const share = Math.min(1, (done + bytes) / Math.max(1, total))
    if (share < reported + STEP) return
    reported = share
    onProgress?.(share)
  }
  onProgress?.(0)
  for (const { file, size, jobs } of wanted) {
    const { found: sha256 } = await firstThatServes(jobs, (job) => download({ ...job, onBytes: tell }))
    await pin(settings.folder, name, model, { revision: model.revision, files: { [file.path]: sha256 } })
    done += size ?? 0
  }
}
