import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { mayUse } from '../../platform/confinement/access.ts'
import { type AccountBlock, claimBlock, numbersOf } from '../../platform/confinement/accounts/account-block.ts'
import { identityOf, type SystemAccount, systemAccount } from '../../platform/confinement/accounts/accounts.ts'
import { openNamespace, withoutNetwork } from '../../platform/confinement/accounts/namespace.ts'
import { DECODER_ACCOUNT } from '../../platform/confinement/launcher.ts'
import { canEnter } from './database/postgres-account.ts'

/** The account that runs API and worker when root started the product. */
const PRODUCT_ACCOUNT = 'footnote'
/** Packages that represent everything npm installed. */
const PACKAGES = ['fastify', 'pg', 'sharp']
const UNPRIVILEGED_PORT = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
const require = createRequire(import.meta.url)

/** The accounts that a root supervisor assigns to its processes. */
export interface Identities {
  readonly product: SystemAccount
  readonly decoders: SystemAccount
}

/**
 * Chooses the accounts of API, worker and decoders.
 * @param programs absolute paths of the files that API and worker need
 * @returns the accounts; a reason when all must run as root; null when we are not root or not on Linux
 */
export function chooseIdentities(
  settings: Pick<Config, 'data_dir' | 'models' | 'ffmpeg_path'>,
  programs: readonly string[],
): Identities | { readonly obstacle: string } | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const [product, decoders] = [systemAccount(PRODUCT_ACCOUNT), systemAccount(DECODER_ACCOUNT)]
  if (!product || !decoders)
    return { obstacle: `the users ${PRODUCT_ACCOUNT} and ${DECODER_ACCOUNT} could not be made` }
  const files = [process.execPath, import.meta.filename, ...programs, ...PACKAGES.map((file) => require.resolve(file))]
  if (settings.models.provided_folder) files.push(settings.models.provided_folder)
  if (settings.ffmpeg_path.startsWith('/')) files.push(settings.ffmpeg_path)
  for (const [name, account] of [
    [PRODUCT_ACCOUNT, product],
    [DECODER_ACCOUNT, decoders],
  ] as const) {
    const unread = unreadBy(
      account,
      files.filter((file) => existsSync(file)),
    )
    if (unread !== null) return { obstacle: `the user ${name} cannot read ${unread || 'the product'}` }
    if (!canEnter(settings.data_dir, account))
      return { obstacle: `the user ${name} may not enter ${settings.data_dir}` }
  }
  return { product, decoders }
}

/**
 * The first file that the account cannot read. Asks the system; empty when it cannot answer, null when the account can
 * read all.
 */
function unreadBy(account: SystemAccount, files: readonly string[]): string | null {
  const script = 'for file; do test -r "$file" || { echo "$file"; exit 1; }; done'
  const [program = '', ...words] = [...identityOf(account), '--', 'sh', '-c', script, 'sh', ...files]
  const { status, stdout } = spawnSync(program, words, { encoding: 'utf8', cwd: '/' })
  return status === 0 ? null : (stdout ?? '').trim()
}

/**
 * Command words that run a role's program as the product's account, with the right to take over decoders' files.
 * @param block of the role's decoders; null when they share an account
 * @param port that it listens on; null for a role that does not listen
 */
export function roleWords(
  { product, decoders }: Identities,
  block: AccountBlock | null,
  port: number | null,
): string[] {
  const capabilities = ['--inh-caps=+net_bind_service', '--ambient-caps=+net_bind_service']
  const groups = [decoders.gid, ...(block ? numbersOf(block, 'job') : [])].join()
  return [
    'setpriv',
    ...['--reuid', String(product.uid), '--regid', String(product.gid), '--groups', groups],
    '--no-new-privs',
    ...(port !== null && port < firstOpenPort() ? capabilities : []),
    '--',
  ]
}

/** The lowest port that every user may listen on. */
function firstOpenPort(): number {
  try {
    return Number(readFileSync(UNPRIVILEGED_PORT, 'utf8'))
  } catch {
    return 1_024
  }
}

/**
 * Command words that run the starter of a role's decoders, and the accounts that these may have. It is root of a
 * namespace where nobody else exists, and in the groups of all jobs, whose folders it enters. If the system allows no
 * namespace, it runs as the decoders' account, and so do the decoders.
 */
export async function decoderWords({
  decoders,
}: Identities): Promise<{ readonly words: readonly string[]; readonly block: AccountBlock | null }> {
  const block = await claimBlock()
  const enter = block && (await openNamespace({ root: decoders, block }))
  if (!enter) return { words: [...withoutNetwork(), ...identityOf(decoders), '--'], block: null }
  const groups = numbersOf(block, 'job').join()
  return { words: [...enter, 'setpriv', '--groups', groups, '--no-new-privs', '--'], block }
}

/**
 * Creates the folder of a role's socket. The decoders' account creates the socket, and the product's account may
 * connect.
 * @returns path of the socket; short, since the system allows about a hundred characters
 */
export async function makeSocketFolder(
  { product, decoders }: Identities,
  data_dir: string,
  role: string,
): Promise<string> {
  const name = `footnote-${createHash('sha256').update(data_dir).digest('hex').slice(0, 12)}-${role}`
  const folder = join(mayUse('/run', constants.W_OK) ? '/run' : tmpdir(), name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  await chown(folder, decoders.uid, product.gid)
  await chmod(folder, 0o710)
  return join(folder, 'decoders')
}
