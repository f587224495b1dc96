import { createHmac, randomUUID } from 'node:crypto'
import type { SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { type Person, SECRET } from '../../seed/rows/senders.ts'
import { AccessTokens } from '../../server/src/features/identity/accounts/access.ts'
import { deriveKey } from '../../server/src/platform/tokens.ts'
import type { Operation } from './document.ts'
import { bearer, type Sender, type World } from './world.ts'

/** A kind of caller. */
export interface Role {
  readonly name: string
  /** Whose things count as their own; a caller without things uses a member's. */
  readonly person: (world: World) => Promise<Person>
  readonly sender: (world: World) => Promise<Sender>
  /** Has a share link, which shows one video and no addresses. */
  readonly guest?: true
  /** Status with which a call refuses them whatever it names; null if it may accept them. */
  readonly refused: (operation: Operation) => 401 | 403 | null
}

/** Has no account, but a browser. */
const NOBODY: Sender = { headers: { 'x-guest-key': 'a key of a browser without an account' } }

/** A person with a session, whom calls that need an account accept. */
const signedIn = (name: string, person: Role['person']): Role => ({
  name,
  person,
  sender: async (world) => bearer((await person(world)).access),
  refused: () => null,
})

/** A caller with an invalid token: only calls that are open to everybody answer. */
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

const linkHolder = (name: string, permission: SharePermission, guest_key?: string): Role => ({
  name,
  person: (world) => world.member(),
  sender: async (world) => {
    const download = permission === 'viewer' ? 'none' : 'original'
    const { token } = await world.link(await world.member(), permission, { download })
    return { headers: { 'x-share-token': token, ...(guest_key ? { 'x-guest-key': guest_key } : {}) } }
  },
  guest: true,
  refused: ({ name, takes, method }) => {
    if (takes.length === 0) return null
    if (!takes.includes('share')) return 401
    if (name.includes('/review-log/')) return 403
    // A link reads a transcript, and not who changed it.
    if (name.includes('/transcripts/') && (method !== 'GET' || name.endsWith('/edits'))) return 403
    if (name.includes('/verdict/') && permission !== 'approver') return 403
    // Whoever may watch a film may have a light copy of it made.
    if (name.includes('/light-copy/')) return null
    return permission === 'viewer' && method !== 'GET' ? 403 : null
  },
})

/** Every kind of caller. */
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
  linkHolder('share approver', 'approver', 'a key of another browser'),
  linkHolder('guest', 'commenter', 'a key that a browser has made'),
  stranger('expired token', async (world) => bearer(expiredToken((await world.member()).access))),
  stranger('nobody', async () => NOBODY),
]

/** The same token with a valid signature, expired a minute ago. */
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
