import { type AccountBlock, claimBlock } from './accounts/account-block.ts'
import { type SystemAccount, systemAccount } from './accounts/accounts.ts'
import { openNamespace, withoutNetwork } from './accounts/namespace.ts'

/** Environment variable with the socket of the spawner, set by the supervisor. */
export const DECODERS_SOCKET = 'FOOTNOTE_DECODERS'
/** Environment variable with the first number of the accounts that the spawner may use; see `AccountBlock`. */
export const DECODERS_ACCOUNTS = 'FOOTNOTE_DECODER_ACCOUNTS'
/** The account of the spawner, and of decoders where they cannot have accounts of their own. */
export const DECODER_ACCOUNT = 'footnote-media'

/** Accounts of decoders and engines. */
interface Accounts {
  readonly account: SystemAccount
  /** Null when they cannot have accounts of their own, and share `account`. */
  readonly block: AccountBlock | null
}

/** How this process starts decoders and engines. */
export type Launcher =
  /** As ourselves: an ordinary user has no other account. */
  | { readonly kind: 'own' }
  /** By ourselves, as other accounts: we are root. `enter` are command words that run a program where they live. */
  | ({ readonly kind: 'switched'; readonly enter: readonly string[] } & Accounts)
  /** Through a process at a socket: we are not root, but our supervisor was. */
  | ({ readonly kind: 'spawner'; readonly socket: string } & Accounts)

let launcher: Promise<Launcher> | undefined

/** The launcher of this process, determined once. */
export function ownLauncher(): Promise<Launcher> {
  launcher ??= findLauncher()
  return launcher
}

async function findLauncher(): Promise<Launcher> {
  const { [DECODERS_SOCKET]: socket, [DECODERS_ACCOUNTS]: first } = process.env
  if (process.platform !== 'linux' || (process.getuid?.() !== 0 && !socket)) return { kind: 'own' }
  const account = systemAccount(DECODER_ACCOUNT)
  if (!account) return { kind: 'own' }
  if (socket) return { kind: 'spawner', account, socket, block: first ? { first: Number(first) } : null }
  return {
    kind: 'switched',
    account,
    block: await claimBlock(),
    enter: (await openNamespace(null)) ?? withoutNetwork(),
  }
}
