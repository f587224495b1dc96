import { PRODUCT } from '../../platform/config.ts'

/** The part of a JSON schema that determines examples. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const ID = '4b1f9a52-6c0e-4d37-9a55-0f6a2c1d8e90'
const TIME = '2026-03-14T09:26:53.000Z'
const ADDRESS = 'https://footnote.example.org'

/** Example values, by the name of the field. */
const VALUES: Readonly<Record<string, unknown>> = {
  id: ID,
  user_id: ID,
  company_id: ID,
  collection_id: ID,
  video_id: ID,
  video_user_id: ID,
  index_id: ID,
  comment_id: ID,
  parent_comment_id: null,
  file_id: ID,
  email: 'ada@example.org',
  user_email: 'ada@example.org',
  contact_email: 'hello@example.org',
  emails: ['grace@example.org', 'alan@example.org'],
  invited: ['grace@example.org', 'alan@example.org'],
  first_name: 'Ada',
  last_name: 'Lovelace',
  actor_name: 'Grace Hopper',
  guest_name: 'Grace',
  shared_by: 'Ada Lovelace',
  company_name: 'Analytical Films',
  password: 'a long sentence of mine',
  old_password: 'a long sentence of mine',
  new_password: 'another long sentence',
  code: '31415926',
  token: 'q2Zp4hX0c1n8vK3s7YbD5w',
  share_token: 'q2Zp4hX0c1n8vK3s7YbD5w',
  access: 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIuLi4ifQ.signature',
  refresh: 'Hk3v9wq0T1rX7bZ2',
  key: 'footnote_Jk2mB0Q8d5fT9xYwV4nR1sL6hE3cA7uZ',
  prefix: 'footnote_Jk2mB0',
  name: 'Harbour',
  index_name: 'Harbour',
  new_name: 'Harbour at night',
  collection_name: 'Harbour',
  file_name: 'harbour.mp4',
  video_name: 'harbour.mp4',
  file_extension: 'mp4',
  file_type: 'video/mp4',
  file_size: 73_400_320,
  fingerprint: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  relative_path: 'Shoot day 2/harbour.mp4',
  bytes: 73_400_320,
  storage_used: 73_400_320,
  storage: 1_099_511_627_776,
  storage_limit: 1_099_511_627_776,
  query: 'a red boat leaves',
  search_type: 'VISUAL,CONVERSATION',
  region: '0.25,0.25,0.5,0.4',
  temperature: 0.5,
  score: 0.86,
  text: 'a red boat',
  word: 'boat',
  original: 'boot',
  content: 'The light is lovely here',
  suggestions: ['The light is lovely here'],
  start: 12.5,
  end: 18,
  from: 0,
  to: 5,
  start_time: 12.5,
  end_time: 18,
  duration: 94.5,
  video_duration: 94.5,
  total_duration: 94.5,
  frame_times: null,
  speech_note: null,
  language: 'en',
  language_choice: null,
  languages: ['en', 'de'],
  error: null,
  created_at: TIME,
  upload_date: TIME,
  last_used_at: TIME,
  expires_at: '2030-12-20T17:00:00.000Z',
  time_zone: 'Europe/Paris',
  emails_allowed: ['kim@example.org', '@client.example'],
  // Seconds.
  ranges: [[0, 12.5]],
  due_at: TIME,
  current_period_end: 1_774_000_000,
  url: `${ADDRESS}/api/files/…`,
  file_url: `${ADDRESS}/api/files/…`,
  stream_url: '/api/files/…',
  thumbnail_url: '/api/files/…',
  subtitle_url: '/api/files/…',
  download_url: '/api/files/…',
  latest_thumbnail: '/api/files/…',
  download_file: '/api/files/…',
  share_url: `${ADDRESS}/shared/q2Zp4hX0c1n8vK3s7YbD5w`,
  checkout_url: null,
  booking_url: 'https://meet.example.org/footnote',
  message: 'Done',
  version: PRODUCT.version,
  roles: ['api', 'worker'],
  minutes: 1.575,
  minutes_used: 41.5,
  minutes_allotted: 600,
  usage: 41.5,
  processing_minutes: 600,
  seats_used: 3,
  seats_allotted: 5,
  over_limit: [],
  read_only: false,
  status_percentage: 100,
  fetching: null,
  searchable_until: 60,
  num: 25,
  den: 1,
  page: 1,
  page_size: 50,
  depth: 0,
  w: 0.005,
  p: [0.25, 0.25, 0.5, 0.4],
}

/** Makes a realistic value that fits a schema. @param name of the field that holds it */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, name)
  const types = [schema.type].flat()
  if (types.includes('object')) {
    const { properties = {} } = schema
    // A call takes the name so far or an interval, never both.
    const named = [properties.from, ...(properties.from?.anyOf ?? [])].some((one) => one?.type === 'string')
    // Nor a file and a track.
    const excluded = [...(named ? ['start_time', 'end_time'] : []), ...(properties.text ? ['track'] : [])]
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([field]) => !excluded.includes(field))
        .map(([field, value]) => [field, exampleOf(value, field)]),
    )
  }
  const value = VALUES[name]
  if (value !== undefined && types.includes(typeOf(value))) return value
  if (types.includes('array')) return schema.items ? [exampleOf(schema.items)] : []
  if (types.includes('boolean')) return true
  return types.includes('string') ? 'text' : 1
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
