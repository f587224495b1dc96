import type { Person } from '../../seed/rows/senders.ts'
import type { Operation } from './document.ts'
import type { Role } from './roles.ts'
import { fieldValue, isId, isOwned, OWNERS, type Owner } from './values.ts'
import type { Sender, World } from './world.ts'

/** The owners of the things that a call names, by field. */
export type OwnerByField = Readonly<Record<string, Owner>>

/** A complete request. */
export interface Request {
  readonly address: string
  readonly init: RequestInit
  /** Values of fields that belong to somebody, as sent. */
  readonly named: readonly string[]
  readonly person: Person
}

/**
 * Every way to name things in a call: all one's own, all another's and so on; with several fields also each in turn
 * another's among one's own. Refused ones come first.
 */
export function namingsOf(operation: Operation): OwnerByField[] {
  const owned = operation.fields.filter((field) => isOwned(operation, field))
  if (owned.length === 0) return [{}]
  const all = (owner: Owner): OwnerByField => Object.fromEntries(owned.map(({ name }) => [name, owner]))
  const ids = owned.filter((field) => isId(operation, field))
  const mixed =
    ids.length < 2
      ? []
      : ids.flatMap(({ name }) => [
          { ...all('own'), [name]: 'random' as const },
          { ...all('own'), [name]: 'foreign' as const },
        ])
  return [...[...OWNERS].reverse().map(all).slice(0, -1), ...mixed, all('own')]
}

/**
 * The naming with another company's things in place of unknown ones: both must get the same answer. Null without
 * unknown ones.
 */
export function foreignOf(naming: OwnerByField): OwnerByField | null {
  const names = Object.entries(naming)
  if (!names.some(([, owner]) => owner === 'random')) return null
  return Object.fromEntries(names.map(([name, owner]) => [name, owner === 'random' ? 'foreign' : owner]))
}

export const nameOf = (naming: OwnerByField): string => {
  const owners = new Set(Object.values(naming))
  if (owners.size <= 1) return [...owners][0] ?? 'nothing named'
  return Object.entries(naming)
    .map(([field, owner]) => `${field} ${owner}`)
    .join(', ')
}

/** Makes the things that a request names, and the request. */
export async function requestOf(
  world: World,
  operation: Operation,
  role: Role,
  naming: OwnerByField,
): Promise<Request> {
  const [person, sender] = [await role.person(world), await role.sender(world)]
  const [query, body, form] = [new URLSearchParams(), {} as Record<string, unknown>, new FormData()]
  const named: string[] = []
  let path = operation.path
  for (const field of operation.fields) {
    const owner = naming[field.name] ?? 'own'
    const value = await fieldValue(field, { world, operation, role, person, sender, owner })
    if (value === undefined) continue
    if (field.name in naming) named.push(String(value))
    if (field.place === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(String(value)))
    else if (field.place === 'query') query.set(field.name, String(value))
    else if (field.place === 'body') body[field.name] = value
    else
      form.append(
        field.name,
        value instanceof Buffer ? new Blob([Uint8Array.from(value)], { type: 'image/png' }) : String(value),
      )
  }
  const places = new Set(operation.fields.map(({ place }) => place))
  return {
    address: `${world.api.base}${path}${query.size > 0 ? `?${query}` : ''}`,
    init: { method: operation.method, ...contentOf(operation, sender, places, body, form) },
    named,
    person,
  }
}

function contentOf(
  { raw }: Operation,
  { headers }: Sender,
  places: ReadonlySet<string>,
  body: object,
  form: FormData,
): RequestInit {
  if (places.has('form')) return { headers, body: form }
  if (places.has('body'))
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  if (!raw) return { headers }
  return {
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  }
}

export interface Answer {
  readonly status: number
  readonly text: string
}

/** Sends a request; for a stream of events the answer is its beginning. */
export async function answerTo({ address, init }: Request): Promise<Answer> {
  const hanging = new AbortController()
  const slow = setTimeout(() => hanging.abort(), 60_000)
  try {
    const answer = await fetch(address, { ...init, signal: hanging.signal })
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream'))
      return { status: answer.status, text: await answer.text() }
    const { value } = await answer.body!.getReader().read()
    return { status: answer.status, text: Buffer.from(value ?? []).toString() }
  } finally {
    clearTimeout(slow)
    hanging.abort()
  }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** The answer without the parts that differ between two equal calls: sent values, new ids, times. */
export const comparable = ({ status, text }: Answer, { named }: Pick<Request, 'named'>): string =>
  `${status} ${named.reduce((rest, value) => rest.replaceAll(value, '…'), text)}`.replace(UUID, '…').replace(TIME, '…')
