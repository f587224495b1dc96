// Past 250 lines: every setting, in one table that the documentation is made from.
import { statSync } from 'node:fs'
import { SIGN_UP_MODES } from '@footnote/contract/calls/page-facts.ts'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { OCR_MODELS } from '../engines/models/catalogue/ocr-models.ts'
import { MOONSHINE_SIZES, packagedName } from '../engines/models/catalogue/packaged-speech.ts'
import { LEARNED_SPEECH, speech_models } from '../engines/models/catalogue/speech-models.ts'
import { LOG_FORMATS } from './log-lines.ts'

export const ROLES = ['api', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** Speech models to choose from: those of packages, and those of the store. */
const SPEECH_MODEL_NAMES = [...MOONSHINE_SIZES.map(packagedName), ...LEARNED_SPEECH] as const
export type SpeechModelName = (typeof SPEECH_MODEL_NAMES)[number]

const count = (languages: readonly string[]) => (languages.length > 1 ? ` (${languages.length} languages)` : '')
const SPEECH_NAMES_IN_WORDS = [
  ...MOONSHINE_SIZES.map((size) => `\`${packagedName(size)}\`${size === 'tiny' ? ' (for slow machines)' : ''}`),
  ...LEARNED_SPEECH.map((name) => `\`${name}\`${count(speech_models[name].languages)}`),
].join(', ')
const OCR_NAMES_IN_WORDS = OCR_MODELS.map((name) => `\`${name}\``).join(', ')

const blank = (value: unknown) => (value === '' ? undefined : value)
/** The speech engine of earlier releases. In this one its name means the default, so that an upgrade starts. */
export const GONE_SPEECH_MODEL = 'pocketsphinx'
const withoutGone = (value: unknown) => (value === GONE_SPEECH_MODEL ? undefined : value)
const optional = z.string().optional()
const isAddress = (text: string, protocols: readonly string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => isAddress(text, protocols),
      `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )
    .optional()
function endsWithItsHost(text: string): boolean {
  const { pathname, search, hash } = new URL(text)
  return /^\/*$/.test(pathname) && search === '' && hash === ''
}
/** Pages name their files from the root of a host. */
const site = url('http:', 'https:').refine(
  (text) => text === undefined || !URL.canParse(text) || endsWithItsHost(text),
  'must end with its host, such as https://footnote.example.org: Footnote answers only at the root of a host',
)
const isFolder = (text: string) => statSync(text, { throwIfNoEntry: false })?.isDirectory() === true
/** The machine itself. Programs on it can forge the header anyway. */
const LOOPBACK = '127.0.0.0/8,::1/128'
const isNetwork = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  ipaddr.IPv6.isValid(text) ||
  (/^[^/]+\/\d+$/.test(text) && ipaddr.isValidCIDR(text))
/**
 * A list with commas between its entries.
 * @param complaint about an entry, as the end of a sentence
 * @param empty the text of a list without entries
 */
const list = (isEntry: (text: string) => boolean, complaint: string, text = z.string().default(''), empty = '') =>
  text
    .transform((typed) => (typed === empty ? [] : typed.split(',').map((part) => part.trim())))
    .superRefine((entries, context) => {
      for (const entry of entries.filter((one) => !isEntry(one)))
        context.addIssue(`${JSON.stringify(entry)} ${complaint}`)
    })
/** Addresses and networks of proxies; `off` for none. */
const proxies = list(
  isNetwork,
  'is neither an address nor a network: write off, or addresses such as 10.0.0.5 and networks such as 10.0.0.0/8 with commas between them',
  z.string().default(LOOPBACK),
  'off',
)
/** Networks from which people may fetch files. */
const networks = list(
  (text) => ipaddr.isValidCIDR(text),
  'is not a network: write networks such as 192.168.1.0/24 with commas between them',
)
/** Domains of e-mail addresses. */
const domains = list(
  (text) => z.email().safeParse(`a@${text}`).success,
  'is not a domain: write domains such as example.org with commas between them',
  z.string().toLowerCase().default(''),
)
const onOff = z.enum(['on', 'off'], 'must be on or off').default('on')

/** Default source of models. */
const PUBLIC_MODEL_HUB = 'https://huggingface.co'

/** When light copies are made. */
const LIGHT_RENDITIONS = ['auto', 'always', 'off'] as const
/** Which hardware encodes; the kinds are those of `media/encoding/hardware.ts`. */
const HWACCELS = ['off', 'auto', 'vaapi', 'nvenc', 'qsv'] as const

/** The documentation of a setting. */
export interface SettingWords {
  /** In Markdown: the default value, or the effect of leaving it unset. */
  readonly unset: string
  /** In Markdown. */
  readonly purpose: string
}

/** A setting; a blank one counts as unset. */
const described = <Rule extends z.ZodType>(unset: string, purpose: string, rule: Rule) =>
  z.preprocess(blank, rule).meta({ unset, purpose } satisfies SettingWords)

/** Name and documentation of every setting, in the order of the table. */
export const settingWords = (): [string, SettingWords][] =>
  Object.entries(Settings.shape).map(([name, rule]) => [name, rule.meta() as unknown as SettingWords])

/** Every setting: its rule, its default, and its documentation in `docs/settings.md` and `.env.example`. */
export const Settings = z.object({
  PORT: described(
    '`3000`',
    'port that Footnote listens on',
    z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  ),
  HOST: described('`0.0.0.0`', 'address that Footnote listens on', z.string().default('0.0.0.0')),
  PUBLIC_URL: described('`http://localhost:PORT`', 'address of Footnote in mails and links, without a path', site),
  DATA_DIR: described('`./data`', 'folder for the database, videos, models and secrets', z.string().default('./data')),
  DATABASE_URL: described(
    'an embedded PostgreSQL in `DATA_DIR`',
    'address of a PostgreSQL server, version 15 or later',
    z
      .string('must be set: the address of a PostgreSQL server')
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  ),
  S3_ENDPOINT: described("Amazon's", 'address of an S3-compatible object store', url('http:', 'https:')),
  S3_BUCKET: described(
    'none; files stay on disk',
    'bucket for files; needs `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY`',
    optional,
  ),
  S3_REGION: described('`us-east-1`', 'region of the object store', z.string().default('us-east-1')),
  S3_ACCESS_KEY_ID: described('none', 'access key of the object store', optional),
  S3_SECRET_ACCESS_KEY: described('none', 'secret of the access key', optional),
  SMTP_URL: described(
    'none',
    'address of a mail server; without one, Footnote writes mails to `DATA_DIR/outbox`',
    url('smtp:', 'smtps:'),
  ),
  MAIL_FROM: described(
    '`Footnote <footnote@localhost>`',
    'sender of mails',
    z.string().default('Footnote <footnote@localhost>'),
  ),
  SECRET_KEY: described(
    'a random key in `DATA_DIR/secret.key`',
    'key that signs sessions and addresses; at least 32 characters',
    z.string().min(32, 'must have at least 32 characters').optional(),
  ),
  ROLES: described(
    '`api,worker`',
    'parts to run: `api`, `worker` or both',
    z
      .string()
      .default('api,worker')
      .transform((text) => text.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(ROLES, 'must be api, worker, or both with a comma')).min(1)),
  ),
  MODELS_DIR: described(
    'none',
    'folder of models; Footnote searches it before `DATA_DIR/models` and never changes it',
    z.string().refine(isFolder, 'must be a folder that is there').optional(),
  ),
  MODELS: described(
    '`ask`',
    'when Footnote downloads the default models of learned engines: `ask` after somebody agrees, `auto` without asking, `off` never',
    z.enum(['ask', 'auto', 'off'], 'must be ask, auto or off').default('ask'),
  ),
  MODEL_HUB_URL: described(
    '`https://huggingface.co`',
    'address to download models from; `off` downloads none',
    z
      .string()
      .default(PUBLIC_MODEL_HUB)
      .refine(
        (text) => text === 'off' || isAddress(text, ['http:', 'https:']),
        'must be off, or an address that starts with http:// or https://',
      ),
  ),
  SPEECH_MODEL: described(
    '`parakeet-110m-en` if present, else `moonshine-base`',
    `model that transcribes speech: ${SPEECH_NAMES_IN_WORDS}; Footnote downloads it if it is missing, unless \`MODELS=off\``,
    z.preprocess(withoutGone, z.enum(SPEECH_MODEL_NAMES, `must be one of ${SPEECH_MODEL_NAMES.join(', ')}`).optional()),
  ),
  OCR_MODEL: described(
    'the packaged PP-OCRv4 (Chinese and Latin)',
    `model that reads on-screen text: ${OCR_NAMES_IN_WORDS}; Footnote downloads it in the background, unless \`MODELS=off\``,
    z.enum(OCR_MODELS, `must be one of ${OCR_MODELS.join(', ')}`).optional(),
  ),
  WATCH_DIR: described(
    'none',
    'folder whose files become videos as soon as nobody writes to them: a collection for each sub-folder',
    optional,
  ),
  WATCH_OWNER: described(
    'the only account',
    'e-mail address of the account whose videos they become',
    z.email('must be an e-mail address').optional(),
  ),
  IMPORT_NETWORKS: described(
    'none; only the public internet',
    'networks of your own from which people may add videos by a link, such as `192.168.1.0/24`, with commas between them; everybody who may upload can then read web servers there',
    networks,
  ),
  FFMPEG_PATH: described('`ffmpeg`', 'path of ffmpeg, built with zimg; ffprobe must be in the same folder', optional),
  LIGHT_RENDITION: described(
    '`auto`',
    'when Footnote makes a copy of a video for phones and slow lines, of at most 720p and 2.5 Mb/s: `auto` after indexing if the video has more than 1080p or 6 Mb/s, otherwise when somebody first asks for it; `always` after indexing; `off` never',
    z.enum(LIGHT_RENDITIONS, `must be ${LIGHT_RENDITIONS.join(', ')}`).default('auto'),
  ),
  HWACCEL: described(
    '`off`; software encodes',
    'hardware that encodes the copies that browsers play: `nvenc` (NVIDIA), `vaapi` (AMD and Intel), `qsv` (Intel), `auto` the first of them that works; Footnote tries it with a second of film at each start of a worker, and says under Company, Indexing if it does not work',
    z.enum(HWACCELS, `must be ${HWACCELS.join(', ')}`).default('off'),
  ),
  STRIPE_SECRET_KEY: described(
    'none; people change plans without payment',
    'key of Stripe, for payments; needs `STRIPE_WEBHOOK_SECRET`',
    optional,
  ),
  STRIPE_WEBHOOK_SECRET: described(
    'none',
    "secret that verifies Stripe's events at `PUBLIC_URL/api/stripe/webhook`",
    optional,
  ),
  STRIPE_API_URL: described(
    "Stripe's own",
    "address of Stripe's API, for example of a proxy or of a server for tests",
    url('http:', 'https:'),
  ),
  SIGN_UP: described(
    '`open`',
    'who may make an account: `open` everybody, `domains` people with an address of `SIGN_UP_DOMAINS` and people who are invited, `invited` only the latter, `closed` nobody; `footnote user create` always makes one',
    z.enum(SIGN_UP_MODES, `must be ${SIGN_UP_MODES.join(', ')}`).optional(),
  ),
  SIGN_UP_DOMAINS: described(
    'none; needed by `SIGN_UP=domains`',
    'domains of e-mail addresses, with commas between them; subdomains are domains of their own',
    domains,
  ),
  BILLING: described('`on`', '`off` hides plans and removes limits', onOff),
  PUBLIC_PAGES: described('`on`', '`off` removes the pages for visitors; `/` then leads to the sign-in screen', onOff),
  SOURCE_URL: described(
    'the repository in `package.json`, or a page that names a contact',
    'address of the source code of this installation, with your changes; the licence entitles every user to it',
    url('http:', 'https:'),
  ),
  BOOKING_URL: described('not shown', 'address where visitors book a meeting', url('http:', 'https:')),
  CONTACT_EMAIL: described('not shown', 'e-mail address for visitors', z.email('must be an e-mail address').optional()),
  SITE_FILE: described(
    'none; the cards of the team page offer topics for a meeting',
    'JSON file with the people on the team page; `deploy/site.example.json` shows its form',
    optional,
  ),
  RATE_LIMITS: described('`on`', '`off` removes all rate limits, for benchmarks', onOff),
  UPGRADE_COPY: described('`on`', '`off` makes no copy of the database before an upgrade', onOff),
  BACKUP_DIR: described(
    'none; back up with `footnote backup`',
    'folder outside `DATA_DIR`, better on another disk, for a backup each day; the account that runs Footnote must be able to write to it',
    optional,
  ),
  BACKUP_AT: described(
    '`02:30`',
    'time of that backup, in UTC; needs `BACKUP_DIR`',
    z
      .string()
      .default('02:30')
      .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), 'must be a time such as 02:30'),
  ),
  BACKUP_KEEP: described(
    '`7`',
    'number of backups to keep in `BACKUP_DIR`; Footnote removes older ones after it has checked a new one',
    z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1').default(7),
  ),
  TRUSTED_PROXIES: described(
    'this machine: `127.0.0.0/8,::1/128`',
    'addresses and networks of your reverse proxies, with commas between them; limits count the address in their `X-Forwarded-For`, so each proxy must append to it or replace it; `off` if you have none',
    proxies,
  ),
  LOG_LEVEL: described(
    '`info`',
    'least severe level in the log: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  LOG_FORMAT: described(
    '`auto`',
    'form of the log: `pretty` for people, `json` for programs, `auto` for the former on a terminal and the latter elsewhere',
    z.enum(LOG_FORMATS, `must be ${LOG_FORMATS.join(', ')}`).default('auto'),
  ),
})
export type Settings = z.infer<typeof Settings>
