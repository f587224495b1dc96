import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { findOwner } from '../../../features/identity/accounts/queries.ts'
import type { ImportMode, ImportServices } from '../../../features/library/videos/watched-folders/add-file.ts'
import { failureOf, STILL } from '../../../features/library/videos/watched-folders/failure.ts'
import {
  collectionNamed,
  findCollectionNamed,
} from '../../../features/library/videos/watched-folders/find-collection.ts'
import { Writers } from '../../../features/library/videos/watched-folders/half-written.ts'
import {
  type FoundFile,
  findFile,
  isUnchanged,
  type LeftOut,
  scanFolder,
} from '../../../features/library/videos/watched-folders/scan-folder.ts'
import { isThere, takeFile } from '../../../features/library/videos/watched-folders/take-file.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { isInside, PathExchanged, realFolder } from '../../../platform/storage/local/open-inside.ts'
import { openStorage } from '../../../platform/storage/open.ts'
import { CommandError } from '../../command-error.ts'
import { HOOKS } from '../../hooks.ts'
import type { Console } from '../console.ts'
import { openProduct, withQueue } from '../open-product.ts'
import { asOwnerOf } from './owner-of-files.ts'

/** Adds `footnote import`. */
export function addImport(program: Command, console: Console): void {
  const command = program
    .command('import <folder>')
    .description('make videos of the files in a folder of this machine; once, however often it runs')
    .option('--collection <name>', 'the collection of all files; a new one if there is none')
    .addOption(new Option('--by-folder', 'a collection for each sub-folder').conflicts('collection'))
    .option('--copy', 'copy the files (the default)')
    .addOption(new Option('--link', 'share the blocks of the files if the disk can').conflicts(['copy', 'move']))
    .addOption(new Option('--move', 'remove each file once it is a video').conflicts('copy'))
    .option('--owner <email>', 'whose videos they become; needed if there are several accounts')
    .option('--dry-run', 'only say what would be taken')
  command.action(async (folder: string, options: Options) => {
    if (!options.byFolder && !options.collection?.trim())
      command.error('error: give --collection NAME, or --by-folder for a collection for each sub-folder')
    await run(console, folder, options)
  })
}

interface Options {
  readonly collection?: string
  readonly byFolder?: boolean
  readonly link?: boolean
  readonly move?: boolean
  readonly owner?: string
  readonly dryRun?: boolean
}

const modeOf = ({ link, move }: Options): ImportMode => (move ? 'move' : link ? 'link' : 'copy')

/** What became of the files of a folder. */
interface Outcome {
  taken: number
  /** Taken earlier, or of a content that was. */
  before: number
  bytes: number
  readonly left_out: { [why in LeftOut]?: number }
  readonly failed: { path: string; error: string }[]
  /** Why the files after the last one were not looked at. */
  stopped: string | null
}

async function run(console: Console, given: string, options: Options): Promise<void> {
  const folder = await folderOf(given)
  await using product = await openProduct(console.env, console.say)
  const { config, db } = product
  if (isInside(folder, await realpath(config.data_dir)))
    throw new CommandError(`${folder} is in the data folder of Footnote. Choose another folder.`)
  const owner = await ownerOf(db, options.owner)
  const storage = await openStorage(config)
  const outcome = await withQueue(product, (queue) =>
    asOwnerOf(config, () =>
      importFolder({ db, storage, queue, hooks: HOOKS, config }, owner, folder, { console, ...options }),
    ),
  )
  console.answer(outcome, linesOf(outcome, options.dryRun === true))
  const failed = outcome.failed.length
  if (outcome.stopped) throw new CommandError(outcome.stopped)
  if (failed > 0) throw new CommandError(`${failed} ${failed === 1 ? 'file was' : 'files were'} not taken`)
}

async function folderOf(given: string): Promise<string> {
  const there = await stat(given).catch(() => null)
  if (!there) throw new CommandError(`There is no folder ${path.resolve(given)}.`)
  if (!there.isDirectory()) throw new CommandError(`${path.resolve(given)} is a file. Name its folder.`)
  return await realFolder(given)
}

async function ownerOf(db: ImportServices['db'], email: string | undefined): Promise<UserViewer> {
  const owner = await findOwner(db, email ?? null)
  if (!owner) throw new CommandError(email ? `${email} has no account.` : 'Nobody has an account. Sign up first.')
  if (!owner.only) throw new CommandError('There are several accounts. Say whose the videos are: --owner EMAIL')
  return owner.viewer
}

type ImportTools = Options & { readonly console: Console }

async function importFolder(
  services: ImportServices,
  owner: UserViewer,
  folder: string,
  tools: ImportTools,
): Promise<Outcome> {
  const outcome: Outcome = { taken: 0, before: 0, bytes: 0, left_out: {}, failed: [], stopped: null }
  const collections = new Map<string, Promise<string>>()
  const writers = new Writers()
  const young: FoundFile[] = []
  const take = async (file: FoundFile) => {
    try {
      await takeOne(services, owner, folder, tools, { file, collections, writers, outcome })
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) throw error
      if (failure.ends) outcome.stopped = failure.sentence
      else outcome.failed.push({ path: file.path, error: failure.sentence })
    }
    tools.console.progress(`${outcome.taken + outcome.before} files, the last one ${file.within}`)
    return outcome.stopped === null
  }
  try {
    for await (const entry of scanFolder(folder)) {
      if (entry.kind === 'left_out') {
        outcome.left_out[entry.why] = (outcome.left_out[entry.why] ?? 0) + 1
        if (entry.why === 'leads_out' || entry.why === 'unreadable' || entry.why === 'exchanged')
          outcome.failed.push({ path: path.join(folder, entry.within), error: WORDS[entry.why] })
      } else if (Date.now() - entry.file.mtime.getTime() < STILL && !tools.dryRun) young.push(entry.file)
      else if (!(await take(entry.file))) return outcome
    }
  } catch (error) {
    if (!(error instanceof PathExchanged) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    outcome.stopped = vanished(folder)
    return outcome
  }
  if (young.length > 0) await wait(STILL)
  // A file that was written to just now may still be.
  for (const file of young) {
    const now = await findFile(folder, file.within)
    if (now && !isUnchanged(file, now))
      outcome.failed.push({ path: file.path, error: 'Somebody still writes to it. Import it later.' })
    else if (now && !(await take(now))) return outcome
  }
  // Its files would only seem to be gone one by one, for example when a disk was taken out.
  if (!(await stat(folder).catch(() => null))) outcome.stopped = vanished(folder)
  return outcome
}

const vanished = (folder: string) => `${folder} has vanished. Import it again when it is back.`

interface One {
  readonly file: FoundFile
  readonly collections: Map<string, Promise<string>>
  readonly writers: Writers
  readonly outcome: Outcome
}

async function takeOne(
  services: ImportServices,
  owner: UserViewer,
  folder: string,
  tools: ImportTools,
  { file, collections, writers, outcome }: One,
): Promise<void> {
  const [first = '', ...rest] = file.within.split(path.sep)
  const name = tools.collection ?? (rest.length > 0 ? first : path.basename(folder))
  const count = (taken: boolean) => {
    outcome[taken ? 'taken' : 'before'] += 1
    if (taken) outcome.bytes += file.size
  }
  if (tools.dryRun) {
    const collection_id = await findCollectionNamed(services, owner, name)
    return count(!(await isThere(services, owner, { folder, collection_id }, file)))
  }
  const collection_id = await kept(collections, name, () => collectionNamed(services, owner, name))
  const still = Date.now() - file.mtime.getTime()
  const taken = await takeFile(services, owner, { folder, collection_id, mode: modeOf(tools), still, writers }, file)
  count(taken === 'taken' || taken === 'replaced')
}

function kept(collections: Map<string, Promise<string>>, name: string, find: () => Promise<string>): Promise<string> {
  const found = collections.get(name) ?? find()
  collections.set(name, found)
  return found
}

const WORDS: Readonly<Record<LeftOut, string>> = {
  system: 'system files',
  not_video: 'not videos',
  link: 'links to files in the folder',
  leads_out: 'It is a link that leads out of the folder.',
  unreadable: 'It cannot be read.',
  exchanged: 'Somebody put something else in its place meanwhile. Import it again later.',
}

function linesOf({ taken, before, left_out, failed }: Outcome, dry: boolean): string[] {
  const counted = (['system', 'not_video', 'link'] as const).flatMap((why) =>
    left_out[why] ? [`${left_out[why]} left out: ${WORDS[why]}`] : [],
  )
  return [
    dry ? `${taken} files would be taken` : `${taken} files taken`,
    ...(before > 0 ? [`${before} taken before`] : []),
    ...counted,
    ...failed.map(({ path: place, error }) => `not taken: ${place}: ${error}`),
  ]
}
