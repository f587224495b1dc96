// Past 250 lines: every setting of the product, with its rule and its default, in one place.
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { DataDirError, inDataDir, makeDataDir } from './data-dir.ts'

const ROLES = ['api', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** Speech engines to choose from: learned ones by their model's name in the store, and the one that needs no model. */
export const SPEECH_MODEL_NAMES = [
  'parakeet-110m-en',
  'parakeet-v3',
  'whisper-base',
  'whisper-small',
  'whisper-large-v3-turbo',
  'pocketsphinx',
] as const
export type SpeechModelName = (typeof SPEECH_MODEL_NAMES)[number]

const blank = (value: unknown) => (value === '' ? undefined : value)
const optional = z.preprocess(blank, z.string().optional())
const isAddress = (text: string, protocols: readonly string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)
const url = (...protocols: string[]) =>
  z.preprocess(
    blank,
    z
      .string()
      .refine(
        (text) => isAddress(text, protocols),
        `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      )
      .optional(),
  )
const line = z.preprocess(blank, z.string().max(TEXT.name, `must have at most ${TEXT.name} characters`).optional())
const isFile = (text: string) => statSync(text, { throwIfNoEntry: false })?.isFile() === true
const picture = z.preprocess(blank, z.string().refine(isFile, 'must be a file that is there').optional())
const isFolder = (text: string) => statSync(text, { throwIfNoEntry: false })?.isDirectory() === true
/** The machine itself; whoever can open a connection from there can write any address into a header. */
const LOOPBACK = '127.0.0.0/8,::1/128'
const isNetwork = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  ipaddr.IPv6.isValid(text) ||
  (/^[^/]+\/\d+$/.test(text) && ipaddr.isValidCIDR(text))
/** Addresses and networks of proxies; `off` for none. */
const proxies = z.preprocess(
  blank,
  z
    .string()
    .default(LOOPBACK)
    .transform((text) => (text === 'off' ? [] : text.split(',').map((part) => part.trim())))
    .superRefine((list, context) => {
      for (const entry of list.filter((one) => !isNetwork(one)))
        context.addIssue(
          `${JSON.stringify(entry)} is no address and no network: write off, or addresses such as 10.0.0.5 and networks such as 10.0.0.0/8 with commas between them`,
        )
    }),
)
const onOff = z.preprocess(blank, z.enum(['on', 'off'], 'must be on or off').default('on'))

/** Names of the models that can be asked for, as in the catalogue of models (`engines/models`). */
export const OCR_MODELS = [
  'ppocrv5-english',
  'ppocrv5-latin',
  'ppocrv5-chinese-japanese',
  'ppocrv5-korean',
  'ppocrv5-east-slavic',
  'ppocrv5-greek',
  'ppocrv5-thai',
  'ppocrv5-arabic',
  'ppocrv5-devanagari',
  'ppocrv5-tamil',
] as const
/** Where models come from by default. */
const PUBLIC_MODEL_HUB = 'https://huggingface.co'

const Settings = z.object({
  PORT: z.preprocess(blank, z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000)),
  HOST: z.preprocess(blank, z.string().default('0.0.0.0')),
  PUBLIC_URL: url('http:', 'https:'),
  DATA_DIR: z.preprocess(blank, z.string().default('./data')),
  DATABASE_URL: z.preprocess(
    blank,
    z
      .string('must be set: the address of a PostgreSQL server')
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  ),
  S3_ENDPOINT: url('http:', 'https:'),
  S3_BUCKET: optional,
  S3_REGION: z.preprocess(blank, z.string().default('us-east-1')),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  SMTP_URL: url('smtp:', 'smtps:'),
  MAIL_FROM: z.preprocess(blank, z.string().default('Footnote <footnote@localhost>')),
  SECRET_KEY: z.preprocess(blank, z.string().min(32, 'must have at least 32 characters').optional()),
  ROLES: z.preprocess(
    blank,
    z
      .string()
      .default('api,worker')
      .transform((text) => text.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(ROLES, 'must be api, worker, or both with a comma')).min(1)),
  ),
  MODELS_DIR: z.preprocess(blank, z.string().refine(isFolder, 'must be a folder that is there').optional()),
  MODELS: z.preprocess(blank, z.enum(['ask', 'auto', 'off'], 'must be ask, auto or off').default('ask')),
  MODEL_HUB_URL: z.preprocess(
    blank,
    z
      .string()
      .default(PUBLIC_MODEL_HUB)
      .refine(
        (text) => text === 'off' || isAddress(text, ['http:', 'https:']),
        'must be off, or an address that starts with http:// or https://',
      ),
  ),
  SPEECH_MODEL: z.preprocess(
    blank,
    z.enum(SPEECH_MODEL_NAMES, `must be one of ${SPEECH_MODEL_NAMES.join(', ')}`).optional(),
  ),
  OCR_MODEL: z.preprocess(blank, z.enum(OCR_MODELS, `must be one of ${OCR_MODELS.join(', ')}`).optional()),
  FFMPEG_PATH: optional,
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_URL: url('http:', 'https:'),
  BILLING: onOff,
  BOOKING_URL: url('http:', 'https:'),
  CONTACT_EMAIL: z.preprocess(blank, z.email('must be an e-mail address').optional()),
  FOUNDER_1_NAME: line,
  FOUNDER_1_ROLE: line,
  FOUNDER_1_ABOUT: line,
  FOUNDER_1_PICTURE: picture,
  FOUNDER_2_NAME: line,
  FOUNDER_2_ROLE: line,
  FOUNDER_2_ABOUT: line,
  FOUNDER_2_PICTURE: picture,
  RATE_LIMITS: onOff,
  UPGRADE_COPY: onOff,
  TRUSTED_PROXIES: proxies,
  LOG_LEVEL: z.preprocess(
    blank,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
})

/** Settings that cannot be used; the message names every bad key. */
export class ConfigError extends Error {}

/** Where models are looked for, and where they come from. */
export interface ModelSettings {
  /** Absolute path of a folder that somebody else looks after, or null. It is looked into first and never changed. */
  readonly provided_folder: string | null
  /** Absolute path of the folder that models are fetched into. */
  readonly folder: string
  /** Without a trailing slash; null where nothing is fetched. */
  readonly hub_url: string | null
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

/** Everything that can be set from outside. Read once, at start. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Where people reach the product, without a trailing slash. */
  readonly public_url: string
  /** True when PUBLIC_URL was set. */
  readonly public_url_set: boolean
  readonly data_dir: string
  readonly database_url: string
  readonly s3: {
    endpoint: string | undefined
    bucket: string
    region: string
    access_key_id: string
    secret_access_key: string
  } | null
  readonly smtp_url: string | null
  readonly mail_from: string
  readonly secret_key: string
  readonly roles: readonly Role[]
  readonly models: ModelSettings
  /** Whether models that are read by default are downloaded by themselves, or when somebody has said so. */
  readonly download_models: 'ask' | 'auto'
  /** The speech engine that comes first where it can run; null for the usual order. */
  readonly speech_model: SpeechModelName | null
  /** Name of the model that reads on-screen text; null for the packaged one. */
  readonly ocr_model: (typeof OCR_MODELS)[number] | null
  readonly ffmpeg_path: string
  readonly ffprobe_path: string
  /** Null where plans change without payment. */
  readonly stripe: {
    readonly secret_key: string
    readonly webhook_secret: string
    /** Where Stripe's API is asked; null for Stripe's own address. */
    readonly api_url: string | null
  } | null
  readonly billing: boolean
  /** Where visitors book a meeting, or null. */
  readonly booking_url: string | null
  readonly contact_email: string | null
  /** The people of the team page, in the order of its two cards; null for a card without a person. */
  readonly founders: readonly (FounderSetting | null)[]
  readonly rate_limits: boolean
  /** Whether a copy of the database is kept before it is upgraded. */
  readonly upgrade_copy: boolean
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trusted_proxies: readonly string[]
  readonly log_level: string
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
  const s = parsed.data
  const dataDir = path.resolve(s.DATA_DIR)
  const ffmpeg = s.FFMPEG_PATH ?? 'ffmpeg'
  return {
    port: s.PORT,
    host: s.HOST,
    public_url: (s.PUBLIC_URL ?? `http://localhost:${s.PORT}`).replace(/\/+$/, ''),
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
    download_models: s.MODELS === 'auto' ? 'auto' : 'ask',
    speech_model: s.SPEECH_MODEL ?? null,
    ocr_model: s.OCR_MODEL ?? null,
    ffmpeg_path: ffmpeg,
    ffprobe_path: path.join(path.dirname(ffmpeg), path.basename(ffmpeg).replace('ffmpeg', 'ffprobe')),
    stripe: s.STRIPE_SECRET_KEY
      ? {
          secret_key: s.STRIPE_SECRET_KEY,
          webhook_secret: s.STRIPE_WEBHOOK_SECRET!,
          api_url: s.STRIPE_API_URL ?? null,
        }
      : null,
    billing: s.BILLING === 'on',
    booking_url: s.BOOKING_URL ?? null,
    contact_email: s.CONTACT_EMAIL ?? null,
    founders: [
      founderOf(s.FOUNDER_1_NAME, s.FOUNDER_1_ROLE, s.FOUNDER_1_ABOUT, s.FOUNDER_1_PICTURE),
      founderOf(s.FOUNDER_2_NAME, s.FOUNDER_2_ROLE, s.FOUNDER_2_ABOUT, s.FOUNDER_2_PICTURE),
    ],
    rate_limits: s.RATE_LIMITS === 'on',
    upgrade_copy: s.UPGRADE_COPY === 'on',
    trusted_proxies: s.TRUSTED_PROXIES,
    log_level: s.LOG_LEVEL,
  }
}

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

type ModelKeys = Pick<z.infer<typeof Settings>, 'DATA_DIR' | 'MODELS_DIR' | 'MODEL_HUB_URL'>
const modelSettings = ({ DATA_DIR, MODELS_DIR, MODEL_HUB_URL }: ModelKeys): ModelSettings => ({
  provided_folder: MODELS_DIR === undefined ? null : path.resolve(MODELS_DIR),
  folder: path.resolve(DATA_DIR, 'models'),
  hub_url: MODEL_HUB_URL === 'off' ? null : MODEL_HUB_URL.replace(/\/+$/, ''),
})

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
