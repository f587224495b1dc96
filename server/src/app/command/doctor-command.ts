import { constants, existsSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { examinationWords } from '@footnote/contract/nouns/library/indexing/examination-words.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { listExaminations } from '../../features/library/indexing/examinations/queries.ts'
import { filesNotTaken } from '../../features/library/videos/watched-folders/queries.ts'
import { tryHardware } from '../../media/encoding/trial.ts'
import { type Config, PRODUCT } from '../../platform/config.ts'
import { faultOf } from '../../platform/confinement/decoder-check.ts'
import { mendingOf, movedCollations } from '../../platform/db/moved-collations.ts'
import { listJobs } from '../../platform/queue/listed-jobs.ts'
import { openStorage } from '../../platform/storage/open.ts'
import { restoreLeftovers } from '../backup/finish-restore.ts'
import { CommandError } from '../command-error.ts'
import { checkMachine } from '../supervisor/preflight.ts'
import type { Console } from './console.ts'
import { commandConfig, type OpenedProduct, openProduct } from './open-product.ts'

interface Check {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly sentence: string
}

/** Free bytes below which the disk is nearly full. */
const LITTLE_ROOM = 5 * 1024 ** 3
/** Milliseconds that the oldest job may wait. */
const LONG_WAIT = 3_600_000
/** Days since the last backup. */
const OLD_BACKUP = 7
/** Days since the last backup where one is made each day. */
const MISSED_BACKUP = 2
/** Days since the release. */
const OLD_VERSION = 180

/** Adds `footnote doctor`. */
export function addDoctor(program: Command, console: Console): void {
  program
    .command('doctor')
    .description(
      'check the age of the version, settings, programs, the hardware encoder, database, files, queue, models and backups; exit code 1 when one of them fails',
    )
    .action(async () => {
      const checks = await examine(console)
      console.answer(
        { checks },
        checks.map(({ name, state, sentence }) => `${state.padEnd(4)}  ${name}: ${sentence}`),
      )
      const failed = checks.filter(({ state }) => state === 'fail')
      if (failed.length > 0) throw new CommandError(`failed: ${failed.map(({ name }) => name).join(', ')}`)
    })
}

async function examine(console: Console): Promise<Check[]> {
  const config = commandConfig(console.env)
  const checks = [
    await attempt('version', async () => examineVersion(new Date())),
    await attempt('programs', async () => {
      await checkMachine(config, !console.env.DATABASE_URL)
      return ok('programs', 'ffmpeg and ffprobe run, and the data folder can be written.')
    }),
    await attempt('decoders', async () => {
      const fault = await faultOf(workDir(config.data_dir))
      return fault
        ? { name: 'decoders', state: 'warn', sentence: fault }
        : ok('decoders', 'They are confined, and so are engines.')
    }),
    await attempt('encoder', () => examineEncoder(config)),
    await attempt('disk', async () => {
      if (!existsSync(config.data_dir)) return ok('disk', 'There is no data yet.')
      const { bavail, bsize } = await statfs(config.data_dir)
      const free = bavail * bsize
      return { name: 'disk', state: free < LITTLE_ROOM ? 'warn' : 'ok', sentence: `${formatFileSize(free)} are free.` }
    }),
    await attempt('files', async () => {
      const obstacle = await (await openStorage(config)).obstacle()
      if (!obstacle) return ok('files', config.s3 ? 'The object store answers.' : 'They are in the data folder.')
      throw new CommandError(
        obstacle.kind === 'setting' ? obstacle.sentence : `Footnote cannot reach ${obstacle.place}.`,
      )
    }),
    config.smtp_url
      ? ok('mail', 'A mail server is set.')
      : ({ name: 'mail', state: 'warn', sentence: 'Mails go to DATA_DIR/outbox. Set SMTP_URL to send them.' } as const),
  ]
  return [...checks, ...(await examineDatabase(console))]
}

/** How old this version is, by the day of its release. It asks no other machine. */
export function examineVersion(now: Date): Check {
  const { version, released } = PRODUCT
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(released)) / 86_400_000))
  const sentence = `This is ${version} of ${released}, ${days} ${days === 1 ? 'day' : 'days'} old.`
  if (days <= OLD_VERSION) return ok('version', sentence)
  return { name: 'version', state: 'warn', sentence: `${sentence} SECURITY.md says where newer ones are announced.` }
}

/** Tries what the worker of this machine tries when it starts. */
async function examineEncoder({ hwaccel, data_dir, ffmpeg_path, ffprobe_path }: Config): Promise<Check> {
  if (hwaccel === 'off') return ok('encoder', 'Software encodes: HWACCEL is off.')
  const tools = { ffmpeg: ffmpeg_path, ffprobe: ffprobe_path }
  const { hardware, reasons } = await tryHardware(tools, workDir(data_dir), hwaccel)
  if (hardware) return ok('encoder', `Hardware encodes (${hardware.kind}): ${hardware.devices.join(', ')}.`)
  const sentence = `No hardware encodes, so software does. ${reasons.join('. ')}.`
  return { name: 'encoder', state: hwaccel === 'auto' ? 'ok' : 'warn', sentence }
}

/** The folder for job folders, or another one before the first start. */
function workDir(data_dir: string): string {
  const folder = path.join(data_dir, 'work')
  return existsSync(folder) ? folder : tmpdir()
}

async function examineDatabase(console: Console): Promise<Check[]> {
  const opened = await openProduct(console.env, console.say).catch((error: unknown) => failed('database', error))
  if ('state' in opened) return [opened]
  await using product = opened
  return [
    await attempt('database', () => examineSorting(product)),
    await attempt('queue', () => examineQueue(product)),
    await attempt('models', () => examineModels(product)),
    await attempt('backup', () => examineBackups(product)),
    await attempt('restore', () => examineRestores(product)),
    ...(product.config.watched ? [await attempt('watched folder', () => examineWatched(product))] : []),
  ]
}

/** A database that answers is of this version. */
async function examineSorting({ db }: OpenedProduct): Promise<Check> {
  const moved = await movedCollations(db)
  if (moved.length === 0) return ok('database', 'It answers, and is of this version.')
  const { name } = (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]!
  const versions = moved.map(({ made, now }) => `version ${made} when it was made, now ${now}`).join('; ')
  const statements = mendingOf(name, moved).map((statement) => `${statement};`)
  const sentence = `Its system sorts text by other rules (${versions}), so its indexes may miss rows. Stop Footnote, and type into psql: ${statements.join(' ')}`
  return { name: 'database', state: 'fail', sentence }
}

async function examineQueue({ db }: OpenedProduct): Promise<Check> {
  const jobs = await listJobs(db, {})
  const given_up = jobs.filter(({ state }) => state === 'given-up').length
  const oldest = jobs.find(({ state }) => state === 'waiting')
  const waits = oldest ? Date.now() - oldest.created_at.getTime() : 0
  if (given_up > 0)
    return {
      name: 'queue',
      state: 'warn',
      sentence: `${given_up} jobs were given up. See: footnote jobs list --state given-up`,
    }
  if (waits > LONG_WAIT)
    return { name: 'queue', state: 'warn', sentence: 'A job has waited for over an hour. Does a worker run?' }
  return ok('queue', `${jobs.length} jobs wait or run.`)
}

/** What downloaded models answered in their examinations. */
async function examineModels({ db }: OpenedProduct): Promise<Check> {
  const examinations = await listExaminations(db)
  if (examinations.length === 0) return ok('models', 'No downloaded one was examined yet.')
  const unused = examinations.some(({ state, allowed }) => (state === 'refused' || state === 'waits') && !allowed)
  const said = examinations.map((each) => {
    const words = examinationWords(each)
    return `${words.startsWith(each.name) ? '' : `${each.name}: `}${words}${each.allowed ? ' It is used all the same.' : ''}`
  })
  return { name: 'models', state: unused ? 'warn' : 'ok', sentence: said.join(' ') }
}

async function examineBackups({ db, config }: OpenedProduct): Promise<Check> {
  const finished = db
    .selectFrom('backups')
    .select(['finished_at', 'error', 'checked_at'])
    .where('kind', '=', 'backup')
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
  const [last, whole] = [
    await finished.executeTakeFirst(),
    await finished.where('error', 'is', null).executeTakeFirst(),
  ]
  const days = whole?.finished_at ? Math.floor((Date.now() - whole.finished_at.getTime()) / 86_400_000) : null
  const age = days === null ? 'There is no other.' : `The last whole one ended ${days} days ago.`
  if (last?.error) return { name: 'backup', state: 'fail', sentence: `The last one failed: ${last.error} ${age}` }
  if (days === null && config.backup)
    return {
      name: 'backup',
      state: 'warn',
      sentence: `There is none yet. The first one goes to ${config.backup.folder}.`,
    }
  if (days === null)
    return { name: 'backup', state: 'warn', sentence: 'There is none. Set BACKUP_DIR, or see: footnote backup --help' }
  if (config.backup && days >= MISSED_BACKUP)
    return { name: 'backup', state: 'fail', sentence: `None was made for ${days} days. Does a worker run?` }
  const checked = whole?.checked_at ? ', and was read again' : ''
  return {
    name: 'backup',
    state: days > OLD_BACKUP ? 'warn' : 'ok',
    sentence: `The last one ended ${days} days ago${checked}.`,
  }
}

async function examineRestores({ db, config }: OpenedProduct): Promise<Check> {
  const left = await restoreLeftovers(db, config.data_dir)
  if (left.length === 0) return ok('restore', 'None was interrupted.')
  const sentence = `An interrupted one left ${left.join(', ')}. The next start removes it, or: footnote fsck --repair`
  return { name: 'restore', state: 'warn', sentence }
}

async function examineWatched({ db, config }: OpenedProduct): Promise<Check> {
  const folder = config.watched?.folder ?? ''
  await access(folder, constants.R_OK).catch(() => {
    throw new CommandError(`Footnote cannot read ${folder}.`)
  })
  const [first, ...others] = await filesNotTaken(db)
  if (!first) return ok('watched folder', 'Each of its files was taken, or will be soon.')
  const more = others.length > 0 ? `, and ${others.length} more files` : ''
  return { name: 'watched folder', state: 'warn', sentence: `Not taken: ${first.path}: ${first.error}${more}` }
}

const ok = (name: string, sentence: string): Check => ({ name, state: 'ok', sentence })
const failed = (name: string, error: unknown): Check => ({
  name,
  state: 'fail',
  sentence: error instanceof Error ? error.message : String(error),
})

async function attempt(name: string, check: () => Promise<Check>): Promise<Check> {
  return await check().catch((error: unknown) => failed(name, error))
}
