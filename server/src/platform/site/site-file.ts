import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import * as z from 'zod'

/** Cards of the team page. */
const MOST_FOUNDERS = 2

const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true
const text = z.string('must be a text').max(TEXT.name, `must have at most ${TEXT.name} characters`)

const Founder = z.strictObject(
  {
    name: text.min(1, 'must not be empty'),
    role: text.default(''),
    about: text.default(''),
    /** Path of a picture, relative to the folder of the file. */
    picture: z.string('must be the path of a picture').nullable().default(null),
  },
  { error: notThese('must be a person with a name') },
)

/** The content of the file that SITE_FILE names: what the public pages say about this installation. */
const SiteFile = z.strictObject(
  {
    /** The founders on the team page, in the order of its cards; null for a card without one. */
    founders: z
      .array(Founder.nullable(), 'must be a list')
      .max(MOST_FOUNDERS, `must have at most ${MOST_FOUNDERS} entries`)
      .default([]),
  },
  { error: notThese('must be an object in braces') },
)

/** A founder on the team page; `picture` is an absolute path. */
type FounderSetting = z.infer<typeof Founder>
export type Founders = readonly (FounderSetting | null)[]

/** What was read, and sentences about all that is wrong. */
interface SiteSettings {
  readonly founders: Founders
  readonly faults: readonly string[]
}

/** Reads and checks the file that SITE_FILE names. The faults say where in the file they are. */
export function readSiteFile(file: string): SiteSettings {
  const refused = (...faults: string[]): SiteSettings => ({
    founders: [],
    faults: faults.map((each) => `SITE_FILE: ${each}`),
  })
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { message } = error as Error
    return refused(error instanceof SyntaxError ? `${file} is not JSON: ${message}` : `cannot be read: ${message}`)
  }
  const parsed = SiteFile.safeParse(content)
  if (!parsed.success)
    return refused(...parsed.error.issues.map((issue) => [placeOf(issue.path), issue.message].join(' ').trim()))
  const founders = MISSING.map((none, place) => absolute(parsed.data.founders[place] ?? none, path.dirname(file)))
  const lost = lostPictures(founders)
  return lost.length > 0
    ? refused(...lost.map((place) => `founders[${place}].picture must be a file that is there`))
    : { founders, faults: [] }
}

/**
 * Reads the founders from the settings of earlier releases, `FOUNDER_1_NAME` and similar.
 * @returns founders for both cards
 */
export function readFormerFounders(env: NodeJS.ProcessEnv): SiteSettings {
  const set = formerKeys(env)
  const faults = set.flatMap(({ key, field, value }) => {
    if (field !== 'picture')
      return value.length > TEXT.name ? [`${key}: must have at most ${TEXT.name} characters`] : []
    return isFile(value) ? [] : [`${key}: must be a file that is there`]
  })
  const founders = MISSING.map((none, place) => {
    const own = set.filter((each) => each.place === place)
    if (own.length === 0) return none
    const { name, ...rest } = Object.fromEntries(own.map(({ field, value }) => [field, value]))
    if (name === undefined) {
      faults.push(`FOUNDER_${place + 1}_NAME: must be set when another FOUNDER_${place + 1}_ key is`)
      return none
    }
    return absolute({ name, role: '', about: '', picture: null, ...rest }, '.')
  })
  return { founders, faults }
}

/** What to do about settings of earlier releases that are keys of the file now. */
export function formerFounderSentences(env: NodeJS.ProcessEnv): string[] {
  const set = formerKeys(env)
  if (set.length === 0) return []
  const names = set.map(({ key }) => key)
  const places = set.map(({ place, field }) => `founders[${place}].${field}`)
  if (env.SITE_FILE)
    return [
      names.length > 1
        ? `SITE_FILE is set, so ${names.join(', ')} have no effect. Remove them from the settings.`
        : `SITE_FILE is set, so ${names.join(', ')} has no effect. Remove it from the settings.`,
    ]
  return [
    `${names.join(', ')}: write a JSON file with ${places.join(', ')} instead, and name the file in SITE_FILE. The next release ignores these settings.`,
  ]
}

const MISSING = Array.from({ length: MOST_FOUNDERS }, () => null)
const FIELDS = ['name', 'role', 'about', 'picture'] as const

/** Settings of earlier releases that are set, with their places in the file. */
const formerKeys = (env: NodeJS.ProcessEnv) =>
  MISSING.flatMap((_, place) =>
    FIELDS.flatMap((field) => {
      const key = `FOUNDER_${place + 1}_${field.toUpperCase()}`
      const value = env[key]
      return value ? [{ key, place, field, value }] : []
    }),
  )

function absolute(founder: FounderSetting | null, folder: string): FounderSetting | null {
  if (founder === null || founder.picture === null) return founder
  return { ...founder, picture: path.resolve(folder, founder.picture) }
}

const lostPictures = (founders: Founders): number[] =>
  founders.flatMap((founder, place) => (founder?.picture && !isFile(founder.picture) ? [place] : []))

/** `founders[0].name` */
const placeOf = (parts: readonly PropertyKey[]) =>
  parts.reduce<string>((place, part) => {
    if (typeof part === 'number') return `${place}[${part}]`
    return place === '' ? String(part) : `${place}.${String(part)}`
  }, '')

/** The message for an object: it names the keys that nobody reads. */
function notThese(otherwise: string) {
  return (issue: { readonly code?: string; readonly keys?: readonly string[] }) =>
    issue.code === 'unrecognized_keys' ? `has a key that Footnote does not know: ${issue.keys?.join(', ')}` : otherwise
}
