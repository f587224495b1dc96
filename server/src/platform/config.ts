import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type * as z from 'zod'
import { DataDirError, inDataDir, makeDataDir } from './data-dir.ts'
import { Settings, type SpeechModelName } from './settings.ts'

/** Settings that cannot be used; the message names every bad key. */
export class ConfigError extends Error {}

/** Exit status for unusable settings (EX_CONFIG of sysexits.h): a restart would not help. */
export const EXIT_CONFIG = 78

/** Where models are looked for, and where they come from. */
export interface ModelSettings {
  /** Absolute path of a folder that somebody else looks after, or null. It is looked into first and never changed. */
  readonly provided_folder: string | null
  /** Absolute path of the folder that models are fetched into. */
  readonly folder: string
  /** Without a trailing slash; null where nothing is fetched. */
  readonly hub_url: string | null
}

/**
 * Reads and checks the settings.
 * @param env the process's environment
 * @throws ConfigError naming every bad key
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = Settings.safeParse(env)
  const faults = [...(parsed.error ? faultsOf(parsed.error) : []), ...missingBesideOthers(env)]
  if (!parsed.success || faults.length > 0) throw new ConfigError(sayFaults(faults))
  return configOf(parsed.data)
}

/** A person of the team page. */
export interface FounderSetting {
  readonly name: string
  /** Empty where none is set. */
  readonly role: string
  readonly about: string
  /** Absolute path of a picture, or null. */
  readonly picture: string | null
}

/** The settings as the product uses them. */
function configOf(s: Settings) {
  const dataDir = path.resolve(s.DATA_DIR)
  const ffmpeg = s.FFMPEG_PATH ?? 'ffmpeg'
  return {
    port: s.PORT,
    host: s.HOST,
    /** Where people reach the product, without a trailing slash. */
    public_url: (s.PUBLIC_URL ?? `http://localhost:${s.PORT}`).replace(/\/+$/, ''),
    /** True when PUBLIC_URL was set. */
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
    /** Whether models that are read by default are downloaded by themselves, or when somebody has said so. */
    download_models: (s.MODELS === 'auto' ? 'auto' : 'ask') as 'auto' | 'ask',
    /** The speech engine that comes first where it can run; null for the usual order. */
    speech_model: s.SPEECH_MODEL ?? null,
    /** Name of the model that reads on-screen text; null for the packaged one. */
    ocr_model: s.OCR_MODEL ?? null,
    ffmpeg_path: ffmpeg,
    ffprobe_path: path.join(path.dirname(ffmpeg), path.basename(ffmpeg).replace('ffmpeg', 'ffprobe')),
    /** Null where plans change without payment. */
    stripe: s.STRIPE_SECRET_KEY
      ? {
          secret_key: s.STRIPE_SECRET_KEY,
          webhook_secret: s.STRIPE_WEBHOOK_SECRET!,
          /** Where Stripe's API is asked; null for Stripe's own address. */
          api_url: s.STRIPE_API_URL ?? null,
        }
      : null,
    billing: s.BILLING === 'on',
    /** Whether visitors are shown more than the sign-in screen. */
    public_pages: s.PUBLIC_PAGES === 'on',
    /** Where the source code of this installation is; null where nobody has said so. */
    source_url: s.SOURCE_URL ?? repositoryOf(productPackage()),
    /** Where visitors book a meeting, or null. */
    booking_url: s.BOOKING_URL ?? null,
    contact_email: s.CONTACT_EMAIL ?? null,
    /** The people of the team page, in the order of its two cards; null for a card without a person. */
    founders: [
      founderOf(s.FOUNDER_1_NAME, s.FOUNDER_1_ROLE, s.FOUNDER_1_ABOUT, s.FOUNDER_1_PICTURE),
      founderOf(s.FOUNDER_2_NAME, s.FOUNDER_2_ROLE, s.FOUNDER_2_ABOUT, s.FOUNDER_2_PICTURE),
    ],
    rate_limits: s.RATE_LIMITS === 'on',
    /** Whether a copy of the database is kept before it is upgraded. */
    upgrade_copy: s.UPGRADE_COPY === 'on',
    /** Addresses and networks whose X-Forwarded-For is believed. */
    trusted_proxies: s.TRUSTED_PROXIES,
    log_level: s.LOG_LEVEL as string,
  }
}

/** Everything that can be set from outside. Read once, at start. */
export type Config = Readonly<ReturnType<typeof configOf>>

/**
 * Reads and checks the settings of the model store alone, for a command that needs no database.
 * @throws ConfigError naming every bad key
 */
export function readModelSettings(env: NodeJS.ProcessEnv): ModelSettings {
  const parsed = Settings.pick({ DATA_DIR: true, MODELS_DIR: true, MODEL_HUB_URL: true }).safeParse(env)
  if (!parsed.success) throw new ConfigError(sayFaults(faultsOf(parsed.error)))
  return modelSettings(parsed.data)
}

/**
 * Reads and checks which speech engine comes first, for a command that needs nothing else.
 * @throws ConfigError naming the key
 */
export function readSpeechModel(env: NodeJS.ProcessEnv): SpeechModelName | null {
  const parsed = Settings.pick({ SPEECH_MODEL: true }).safeParse(env)
  if (!parsed.success) throw new ConfigError(sayFaults(faultsOf(parsed.error)))
  return parsed.data.SPEECH_MODEL ?? null
}

const faultsOf = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`)
const sayFaults = (faults: readonly string[]) => `These settings are not right:\n${faults.join('\n')}`

type ModelKeys = Pick<Settings, 'DATA_DIR' | 'MODELS_DIR' | 'MODEL_HUB_URL'>
const modelSettings = ({ DATA_DIR, MODELS_DIR, MODEL_HUB_URL }: ModelKeys): ModelSettings => ({
  provided_folder: MODELS_DIR === undefined ? null : path.resolve(MODELS_DIR),
  folder: path.resolve(DATA_DIR, 'models'),
  hub_url: MODEL_HUB_URL === 'off' ? null : MODEL_HUB_URL.replace(/\/+$/, ''),
})

const productPackage = (): unknown =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'))

/** Address of the repository that a package.json names, as a browser opens it; null where it names none. */
export function repositoryOf(named: unknown): string | null {
  const { repository } = named as { repository?: string | { url?: string } }
  const address = (typeof repository === 'string' ? repository : repository?.url)
    ?.replace(/^git\+/, '')
    .replace(/\.git$/, '')
  return address && /^https?:\/\//.test(address) && URL.canParse(address) ? address : null
}

const founderOf = (name?: string, role = '', about = '', picture?: string): FounderSetting | null =>
  name === undefined ? null : { name, role, about, picture: picture === undefined ? null : path.resolve(picture) }

/** Keys that make sense together only: with one of a group, all that it needs are to be set. */
const GROUPS = [
  {
    prefix: 'S3_',
    needed: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    more: ['S3_ENDPOINT', 'S3_REGION'],
  },
  {
    prefix: 'FOUNDER_1_',
    needed: ['FOUNDER_1_NAME'],
    more: ['FOUNDER_1_ROLE', 'FOUNDER_1_ABOUT', 'FOUNDER_1_PICTURE'],
  },
  {
    prefix: 'FOUNDER_2_',
    needed: ['FOUNDER_2_NAME'],
    more: ['FOUNDER_2_ROLE', 'FOUNDER_2_ABOUT', 'FOUNDER_2_PICTURE'],
  },
  { prefix: 'STRIPE_', needed: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'], more: ['STRIPE_API_URL'] },
]

/** Looked at whatever else is wrong, so that all is named at once. */
const missingBesideOthers = (env: NodeJS.ProcessEnv): string[] =>
  GROUPS.flatMap(({ prefix, needed, more }) =>
    [...needed, ...more].some((key) => env[key])
      ? needed.filter((key) => !env[key]).map((key) => `  ${key}: must be set when another ${prefix} key is`)
      : [],
  )

/**
 * The secret that signs tokens and addresses, made once and kept with the data.
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
