import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withoutEnd } from '@footnote/contract/shared/text.ts'
import type * as z from 'zod'
import { DataDirError, inDataDir, makeDataDir } from './data-dir.ts'
import { isPretty } from './log-lines.ts'
import { GONE_SPEECH_MODEL, Settings, type SpeechModelName } from './settings.ts'
import { type Founders, formerFounderSentences, readFormerFounders, readSiteFile } from './site/site-file.ts'

/** Unusable settings; the message names every bad key. */
export class ConfigError extends Error {}

/** Exit status for unusable settings (EX_CONFIG of sysexits.h): a restart would not help. */
export const EXIT_CONFIG = 78

/** Where models are, and where they are downloaded from. */
export interface ModelSettings {
  /** Absolute path of a folder that somebody else maintains, or null. It is searched first and never changed. */
  readonly provided_folder: string | null
  /** Absolute path of the folder for downloaded models. */
  readonly folder: string
  /** Without a trailing slash; null when downloads are off. */
  readonly hub_url: string | null
}

/**
 * Reads and checks the settings.
 * @param env the process's environment
 * @throws ConfigError naming every bad key
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = Settings.safeParse(env)
  const site = env.SITE_FILE ? readSiteFile(env.SITE_FILE) : readFormerFounders(env)
  const faults = [
    ...(parsed.error ? faultsOf(parsed.error) : []),
    ...missingBesideOthers(env),
    ...site.faults.map((fault) => `  ${fault}`),
  ]
  if (!parsed.success || faults.length > 0) throw new ConfigError(sayFaults(faults))
  if (parsed.data.SIGN_UP === 'domains' && parsed.data.SIGN_UP_DOMAINS.length === 0)
    throw new ConfigError(sayFaults(['  SIGN_UP_DOMAINS: must be set when SIGN_UP is domains']))
  return configOf(parsed.data, site.founders)
}

const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Says that strangers may make accounts, when the product has an address that others can reach; otherwise empty. */
export function openToStrangers({ sign_up, public_url }: Pick<Config, 'sign_up' | 'public_url'>): string {
  if (sign_up.mode !== 'open' || THIS_MACHINE.test(new URL(public_url).hostname)) return ''
  return `Everybody who reaches ${public_url} can make an account. SIGN_UP can restrict that to domains or to invited people.`
}

/** The settings in the form that the product uses. */
function configOf(s: Settings, founders: Founders) {
  const dataDir = path.resolve(s.DATA_DIR)
  const ffmpeg = s.FFMPEG_PATH ?? 'ffmpeg'
  return {
    port: s.PORT,
    host: s.HOST,
    /** Public address of the product, without a trailing slash. */
    public_url: withoutEnd(s.PUBLIC_URL ?? `http://localhost:${s.PORT}`, '/'),
    /** Whether PUBLIC_URL was set. */
    public_url_set: s.PUBLIC_URL !== undefined,
    data_dir: dataDir,
    database_url: s.DATABASE_URL,
    s3: s.S3_BUCKET
      ? {
          endpoint: s.S3_ENDPOINT,
          bucket: s.S3_BUCKET,
          region: s.S3_REGION,
          access_key_id: s.S3_ACCESS_KEY_ID!,
          secret_access_key: s.S3_SECRET_ACCESS_KEY!,
        }
      : null,
    smtp_url: s.SMTP_URL ?? null,
    mail_from: s.MAIL_FROM,
    secret_key: s.SECRET_KEY ?? keptSecret(dataDir),
    roles: s.ROLES,
    models: s.MODELS === 'off' ? { ...modelSettings(s), hub_url: null } : modelSettings(s),
    /** Whether to download default models at once, or only with permission. */
    download_models: (s.MODELS === 'auto' ? 'auto' : 'ask') as 'auto' | 'ask',
    /** The speech engine to prefer if it can run; null for the default order. */
    speech_model: s.SPEECH_MODEL ?? null,
    /** Name of the model for on-screen text; null for the packaged one. */
    ocr_model: s.OCR_MODEL ?? null,
    /** The folder whose files become videos, absolute; null for none. */
    watched: s.WATCH_DIR ? { folder: path.resolve(s.WATCH_DIR), owner: s.WATCH_OWNER ?? null } : null,
    /** Networks, in CIDR notation, from which files may be fetched although they are not public. */
    import_networks: s.IMPORT_NETWORKS,
    ffmpeg_path: ffmpeg,
    ffprobe_path: path.join(path.dirname(ffmpeg), path.basename(ffmpeg).replace('ffmpeg', 'ffprobe')),
    /** When copies for phones and slow lines are made. */
    light_rendition: s.LIGHT_RENDITION,
    /** Which hardware encodes copies for browsers, if it works. */
    hwaccel: s.HWACCEL,
    /** Null when plans change without payment. */
    stripe: s.STRIPE_SECRET_KEY
      ? {
          secret_key: s.STRIPE_SECRET_KEY,
          webhook_secret: s.STRIPE_WEBHOOK_SECRET!,
          /** Address of Stripe's API; null for Stripe's own. */
          api_url: s.STRIPE_API_URL ?? null,
        }
      : null,
    billing: s.BILLING === 'on',
    /** Who may make an account. */
    sign_up: { mode: s.SIGN_UP ?? 'open', domains: s.SIGN_UP === 'domains' ? s.SIGN_UP_DOMAINS : [] },
    /** Whether SIGN_UP was set. */
    sign_up_set: s.SIGN_UP !== undefined,
    /** Whether visitors see more than the sign-in screen. */
    public_pages: s.PUBLIC_PAGES === 'on',
    /** Address of this installation's source code; null if unknown. */
    source_url: s.SOURCE_URL ?? repositoryOf(PRODUCT),
    /** Where visitors book a meeting, or null. */
    booking_url: s.BOOKING_URL ?? null,
    contact_email: s.CONTACT_EMAIL ?? null,
    /** The founders on the team page, in the order of its two cards; null for a card without one. */
    founders,
    rate_limits: s.RATE_LIMITS === 'on',
    /** Whether to copy the database before an upgrade. */
    upgrade_copy: s.UPGRADE_COPY === 'on',
    /** The daily backup: its folder, the minute of the day in UTC, and how many to keep. Null for none. */
    backup: s.BACKUP_DIR
      ? { folder: path.resolve(s.BACKUP_DIR), minute: minuteOf(s.BACKUP_AT), keep: s.BACKUP_KEEP }
      : null,
    /** Addresses and networks whose X-Forwarded-For is trusted. */
    trusted_proxies: s.TRUSTED_PROXIES,
    log_level: s.LOG_LEVEL as string,
    /** Whether lines of the log are for people. */
    log_pretty: isPretty(s.LOG_FORMAT),
  }
}

/** All settings from the environment. Read once, at the start. */
export type Config = Readonly<ReturnType<typeof configOf>>

/**
 * Reads and checks only the settings of the model store, for a command without a database.
 * @throws ConfigError naming every bad key
 */
export function readModelSettings(env: NodeJS.ProcessEnv): ModelSettings {
  const parsed = Settings.pick({ DATA_DIR: true, MODELS_DIR: true, MODEL_HUB_URL: true }).safeParse(env)
  if (!parsed.success) throw new ConfigError(sayFaults(faultsOf(parsed.error)))
  return modelSettings(parsed.data)
}

/**
 * Reads and checks only the preferred speech engine, for a command that needs nothing else.
 * @throws ConfigError naming the key
 */
export function readSpeechModel(env: NodeJS.ProcessEnv): SpeechModelName | null {
  const parsed = Settings.pick({ SPEECH_MODEL: true }).safeParse(env)
  if (!parsed.success) throw new ConfigError(sayFaults(faultsOf(parsed.error)))
  return parsed.data.SPEECH_MODEL ?? null
}

/** Sentences about settings of an earlier release that mean something else now. */
export const settingsThatChanged = (env: NodeJS.ProcessEnv): string[] => [
  ...(env.SPEECH_MODEL === GONE_SPEECH_MODEL
    ? [
        'SPEECH_MODEL=pocketsphinx means moonshine-base now, which is the default. Remove the line: the next release refuses it.',
      ]
    : []),
  ...formerFounderSentences(env),
]

const faultsOf = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`)
const sayFaults = (faults: readonly string[]) => `These settings are not right:\n${faults.join('\n')}`

type ModelKeys = Pick<Settings, 'DATA_DIR' | 'MODELS_DIR' | 'MODEL_HUB_URL'>
const modelSettings = ({ DATA_DIR, MODELS_DIR, MODEL_HUB_URL }: ModelKeys): ModelSettings => ({
  provided_folder: MODELS_DIR === undefined ? null : path.resolve(MODELS_DIR),
  folder: path.resolve(DATA_DIR, 'models'),
  hub_url: MODEL_HUB_URL === 'off' ? null : withoutEnd(MODEL_HUB_URL, '/'),
})

/** The product's own package.json; `released` is the day of the release, such as '2026-11-27'. */
export const PRODUCT: { readonly version: string; readonly released: string } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'),
)

/** Browser address of a package.json's repository; null when it names none. */
export function repositoryOf(named: unknown): string | null {
  const { repository } = named as { repository?: string | { url?: string } }
  const address = (typeof repository === 'string' ? repository : repository?.url)
    ?.replace(/^git\+/, '')
    .replace(/\.git$/, '')
  return address && /^https?:\/\//.test(address) && URL.canParse(address) ? address : null
}

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Keys that depend on each other: a key of a group needs the others. */
const GROUPS = [
  {
    prefix: 'S3_',
    needed: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    more: ['S3_ENDPOINT', 'S3_REGION'],
  },
  { prefix: 'BACKUP_', needed: ['BACKUP_DIR'], more: ['BACKUP_AT', 'BACKUP_KEEP'] },
  { prefix: 'STRIPE_', needed: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'], more: ['STRIPE_API_URL'] },
]

/** Checked even after other errors, so that one message names all of them. */
const missingBesideOthers = (env: NodeJS.ProcessEnv): string[] =>
  GROUPS.flatMap(({ prefix, needed, more }) =>
    [...needed, ...more].some((key) => env[key])
      ? needed.filter((key) => !env[key]).map((key) => `  ${key}: must be set when another ${prefix} key is`)
      : [],
  )

/**
 * The secret for signing tokens and addresses, created once and stored with the data.
 * @throws ConfigError that says what is wrong with the data folder
 */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret.key')
  try {
    makeDataDir(dataDir)
    return inDataDir(dataDir, () => {
      try {
        // Exclusive creation: two processes that start together agree on one secret.
        writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      return readFileSync(file, 'utf8').trim()
    })
  } catch (error) {
    throw error instanceof DataDirError ? new ConfigError(sayFaults([`  DATA_DIR: ${error.message}`])) : error
  }
}
