import { createHmac, randomUUID } from 'node:crypto'
import { AccessTokens } from '../../server/src/features/accounts/access.ts'
import { deriveKey } from '../../server/src/platform/tokens.ts'
import type { Person } from '../../server/test/senders.ts'
import { SECRET } from '../../server/test/test-config.ts'
import type { Operation } from './document.ts'
import { bearer, type Sender, type World } from './world.ts'

/** Somebody who calls. */
export interface Role {
  readonly name: string
  /** Whose things are their own; who has none is tried on those of a member. */
  readonly person: (world: World) => Promise<Person>
  readonly sender: (world: World) => Promise<Sender>
  /** Comes by a share link, which shows one video and nobody's address. */
  readonly guest?: true
  /** Why a call refuses them whatever it names; null where it may be theirs. */
  readonly refused: (operation: Operation) => 401 | 403 | null
}

const NOBODY: Sender = { headers: {} }

/** A person with a session, whom a call takes that is not for everybody. */
const signedIn = (name: string, person: Role['person']): Role => ({
  name,
  person,
  sender: async (world) => bearer((await person(world)).access),
  refused: () => null,
})

/** Somebody whose token is none: only what is for everybody answers. */
const stranger = (name: string, sender: Role['sender']): Role => ({
  name,
  person: (world) => world.member(),
  sender,
  refused: ({ takes }) => (takes.length > 0 ? 401 : null),
})

const apiKey = (scope: 'read' | 'write'): Role => ({
  name: `API key that may ${scope}`,
  person: (world) => world.member(),
  sender: async (world) => bearer((await world.key(await world.member(), [scope])).key),
  refused: ({ takes, method }) => {
    if (takes.length === 0) return null
    return takes.includes('key') && (method === 'GET') === (scope === 'read') ? null : 403
  },
})

const linkHolder = (name: string, permission: 'viewer' | 'commenter', guest_key?: string): Role => ({
  name,
  person: (world) => world.member(),
  sender: async (world) => {
    const { token } = await world.link(await world.member(), permission)
    return { headers: { 'x-share-token': token, ...(guest_key ? { 'x-guest-key': guest_key } : {}) } }
  },
  guest: true,
  refused: ({ takes, method }) => {
    if (takes.length === 0) return null
    if (!takes.includes('share')) return 401
    return permission === 'viewer' && method !== 'GET' ? 403 : null
  },
})

/** Everybody who may call. */
export const ROLES: readonly Role[] = [
  signedIn('admin', (world) => world.admin()),
  signedIn('member', (world) => world.member()),
  signedIn('member without a seat', (world) => world.seatless()),
  signedIn('admin of another company', (world) => world.otherAdmin()),
  signedIn('stranger with an account', (world) => world.stranger()),
  stranger('unverified', async () => bearer(await new AccessTokens(SECRET).sign(randomUUID(), randomUUID()))),
  apiKey('read'),
  apiKey('write'),
  linkHolder('share viewer', 'viewer'),
  linkHolder('share commenter', 'commenter'),
  linkHolder('guest', 'commenter', 'a key that a browser has made'),
  stranger('expired token', async (world) => bearer(expiredToken((await world.member()).access))),
  stranger('nobody', async () => NOBODY),
]

/** The same token, rightly signed, but over for a minute. */
function expiredToken(token: string): string {
  const [head = '', payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const now = Math.floor(Date.now() / 1000)
  const over = Buffer.from(JSON.stringify({ ...claims, iat: now - 960, exp: now - 60 })).toString('base64url')
  const signature = createHmac('sha256', deriveKey(SECRET, 'access token'))
    .update(`${head}.${over}`)
    .digest('base64url')
  return `${head}.${over}.${signature}`
}
