import { type SystemAccount, systemAccount } from './accounts.ts'

/** Environment variable with the socket of the spawner, set by the supervisor. */
export const DECODERS_SOCKET = 'FOOTNOTE_DECODERS'
/** The account of decoders when root started the product. */
export const DECODER_ACCOUNT = 'footnote-media'

/** How this process starts decoders. */
export type Way =
  /** As ourselves: an ordinary user has no other account. */
  | { readonly kind: 'own' }
  /** By ourselves, as another account: we are root. */
  | { readonly kind: 'switched'; readonly account: SystemAccount }
  /** Through a process of that account at a socket: we are not root, but our supervisor was. */
  | { readonly kind: 'spawner'; readonly account: SystemAccount; readonly socket: string }

let way: Way | undefined

/** The way of this process, determined once. */
export function ownWay(): Way {
  way ??= findWay()
  return way
}

function findWay(): Way {
  const socket = process.env[DECODERS_SOCKET]
  if (process.platform !== 'linux' || (process.getuid?.() !== 0 && !socket)) return { kind: 'own' }
  const account = systemAccount(DECODER_ACCOUNT)
  if (!account) return { kind: 'own' }
  return socket ? { kind: 'spawner', account, socket } : { kind: 'switched', account }
}

/** Command words that run a program as an account, without our rights and without a way to gain more. */
export const identityOf = ({ uid, gid }: SystemAccount): string[] => [
  'setpriv',
  '--reuid',
  String(uid),
  '--regid',
  String(gid),
  '--clear-groups',
  '--no-new-privs',
]
