import { statSync } from 'node:fs'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { OCR_MODELS } from '../engines/models/catalogue/ocr-models.ts'
import { LEARNED_SPEECH, speech_models } from '../engines/models/catalogue/speech-models.ts'

export const ROLES = ['api', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** Speech engines to choose from: learned ones by their model's name in the store, and the one without a model. */
const SPEECH_MODEL_NAMES = [...LEARNED_SPEECH, 'pocketsphinx'] as const
export type SpeechModelName = (typeof SPEECH_MODEL_NAMES)[number]

const count = (languages: readonly string[]) => (languages.length > 1 ? ` (${languages.length} languages)` : '')
const SPEECH_NAMES_IN_WORDS = [
  ...LEARNED_SPEECH.map((name) => `\`${name}\`${count(speech_models[name].languages)}`),
  '`pocketsphinx`',
].join(', ')
const OCR_NAMES_IN_WORDS = OCR_MODELS.map((name) => `\`${name}\``).join(', ')

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
/** The machine itself. Programs on it can forge the header anyway. */
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

/** Default source of models. */
const PUBLIC_MODEL_HUB = 'https://huggingface.co'

/** The documentation of a setting. */
export interface SettingWords {
  /** In Markdown: the default value, or the effect of leaving it unset. */
  readonly unset: string
  /** In Markdown. */
  readonly purpose: string
}

const described = <Rule extends z.ZodType>(unset: string, purpose: string, rule: Rule): Rule =>
  rule.meta({ unset, purpose } satisfies SettingWords)

/** Name and documentation of every setting, in the order of the table. */
export const settingWords = (): [string, SettingWords][] =>
  Object.entries(Settings.shape).map(([name, rule]) => [name, rule.meta() as unknown as SettingWords])

/** Every setting: its rule, its default, and its documentation in README and `.env.example`. */
export const Settings = z.object({
  PORT: described(
    '`3000`',
    'port where the product listens',
    z.preprocess(blank, z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000)),
  ),
  HOST: described('`0.0.0.0`', 'address where it listens', z.preprocess(blank, z.string().default('0.0.0.0'))),
  PUBLIC_URL: described('`http://localhost:PORT`', 'where people reach it: in mails and links', url('http:', 'https:')),
  DATA_DIR: described(
    '`./data`',
    'folder of database, videos, models and secrets',
    z.preprocess(blank, z.string().default('./data')),
  ),
  DATABASE_URL: described(
    'an embedded PostgreSQL in `DATA_DIR`',
    'a PostgreSQL server, 15 or later',
    z.preprocess(
      blank,
      z
        .string('must be set: the address of a PostgreSQL server')
        .regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
    ),
  ),
  S3_ENDPOINT: described("Amazon's", 'address of an S3-compatible store', url('http:', 'https:')),
  S3_BUCKET: described(
    'files on disk',
    'bucket of the store that keeps files; `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY` are needed with it',
    optional,
  ),
  S3_REGION: described('`us-east-1`', 'region of the store', z.preprocess(blank, z.string().default('us-east-1'))),
  S3_ACCESS_KEY_ID: described('none', 'key of the store', optional),
  S3_SECRET_ACCESS_KEY: described('none', 'its secret', optional),
  SMTP_URL: described(
    '`DATA_DIR/outbox`',
    'a mail server; without one, mails are files in the outbox',
    url('smtp:', 'smtps:'),
  ),
  MAIL_FROM: described(
    '`Footnote <footnote@localhost>`',
    'sender of mails',
    z.preprocess(blank, z.string().default('Footnote <footnote@localhost>')),
  ),
  SECRET_KEY: described(
    'made and kept in `DATA_DIR`',
    'signs sessions and addresses; at least 32 characters',
    z.preprocess(blank, z.string().min(32, 'must have at least 32 characters').optional()),
  ),
  ROLES: described(
    '`api,worker`',
    'what this process group does',
    z.preprocess(
      blank,
      z
        .string()
        .default('api,worker')
        .transform((text) => text.split(',').map((role) => role.trim()))
        .pipe(z.array(z.enum(ROLES, 'must be api, worker, or both with a comma')).min(1)),
    ),
  ),
  MODELS_DIR: described(
    'none',
    'a folder of models that is looked into before `DATA_DIR/models`, and never changed',
    z.preprocess(blank, z.string().refine(isFolder, 'must be a folder that is there').optional()),
  ),
  MODELS: described(
    '`ask`',
    'whether the models that learned engines read by default are downloaded: `ask`, when somebody has said so; `auto`, by themselves; `off`, none at all',
    z.preprocess(blank, z.enum(['ask', 'auto', 'off'], 'must be ask, auto or off').default('ask')),
  ),
  MODEL_HUB_URL: described(
    '`https://huggingface.co`',
    'where models are downloaded from; `off` for nowhere',
    z.preprocess(
      blank,
      z
        .string()
        .default(PUBLIC_MODEL_HUB)
        .refine(
          (text) => text === 'off' || isAddress(text, ['http:', 'https:']),
          'must be off, or an address that starts with http:// or https://',
        ),
    ),
  ),
  SPEECH_MODEL: described(
    '`parakeet-110m-en`, else PocketSphinx',
    `what transcribes speech: ${SPEECH_NAMES_IN_WORDS}; a model that is not on the machine is downloaded unless \`MODELS=off\``,
    z.preprocess(blank, z.enum(SPEECH_MODEL_NAMES, `must be one of ${SPEECH_MODEL_NAMES.join(', ')}`).optional()),
  ),
  OCR_MODEL: described(
    'the packaged PP-OCRv4: Chinese and Latin',
    `what reads on-screen text: ${OCR_NAMES_IN_WORDS}; it is downloaded in the background unless \`MODELS=off\``,
    z.preprocess(blank, z.enum(OCR_MODELS, `must be one of ${OCR_MODELS.join(', ')}`).optional()),
  ),
  FFMPEG_PATH: described('`ffmpeg`', 'the program ffmpeg; ffprobe is looked for beside it', optional),
  STRIPE_SECRET_KEY: described(
    'plans change without payment',
    'takes payments by Stripe; `STRIPE_WEBHOOK_SECRET` is needed with it',
    optional,
  ),
  STRIPE_WEBHOOK_SECRET: described(
    'none',
    "proves Stripe's events, which come to `PUBLIC_URL/api/stripe/webhook`",
    optional,
  ),
  STRIPE_API_URL: described(
    "Stripe's own",
    "where Stripe's API is asked: a proxy, or a stand-in to try payments with",
    url('http:', 'https:'),
  ),
  BILLING: described('`on`', '`off` hides plans and lifts limits', onOff),
  PUBLIC_PAGES: described('`on`', '`off` shows no pages for visitors: `/` leads to the sign-in screen', onOff),
  SOURCE_URL: described(
    'the repository that `package.json` names; without one, a page says whom to ask',
    'where the source code of this installation is: the licence asks that everybody who uses it can get it, your changes too',
    url('http:', 'https:'),
  ),
  BOOKING_URL: described('not shown', 'where visitors book a meeting', url('http:', 'https:')),
  CONTACT_EMAIL: described(
    'not shown',
    'where visitors write to',
    z.preprocess(blank, z.email('must be an e-mail address').optional()),
  ),
  FOUNDER_1_NAME: described(
    'none',
    'name of the first person on the team page; a card without a name says what can be talked about',
    line,
  ),
  FOUNDER_1_ROLE: described('none', 'what that person does', line),
  FOUNDER_1_ABOUT: described('none', 'a sentence about that person', line),
  FOUNDER_1_PICTURE: described('none', 'file of a picture of that person', picture),
  FOUNDER_2_NAME: described(
    'none',
    'name of the second person on the team page; a card without a name says what can be talked about',
    line,
  ),
  FOUNDER_2_ROLE: described('none', 'what that person does', line),
  FOUNDER_2_ABOUT: described('none', 'a sentence about that person', line),
  FOUNDER_2_PICTURE: described('none', 'file of a picture of that person', picture),
  RATE_LIMITS: described('`on`', '`off` for benchmarks', onOff),
  UPGRADE_COPY: described('`on`', '`off` keeps no copy of the database before it is upgraded', onOff),
  TRUSTED_PROXIES: described(
    'this machine: `127.0.0.0/8,::1/128`',
    'addresses and networks of the reverse proxies in front, with commas between them; limits count the address that they write into `X-Forwarded-For`, which each must append to or replace; `off` where there is none',
    proxies,
  ),
  LOG_LEVEL: described(
    '`info`',
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    z.preprocess(blank, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
  ),
})
export type Settings = z.infer<typeof Settings>
