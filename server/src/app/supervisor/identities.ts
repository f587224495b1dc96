import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { type Account, systemAccount } from '../../platform/confinement/accounts.ts'
import { DECODER_ACCOUNT, identityOf } from '../../platform/confinement/way.ts'
import { canEnter } from './database/postgres-account.ts'

/** Whom API and worker run as where root started the product. */
const PRODUCT_ACCOUNT = 'footnote'
/** Packages whose files stand for all that npm installed. */
const PACKAGES = ['fastify', 'pg', 'sharp']
const UNPRIVILEGED_PORT = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
const require = createRequire(import.meta.url)

/** The accounts that a supervisor which is root gives its processes. */
export interface Identities {
  readonly product: Account
  readonly decoders: Account
}

/**
 * Chooses whom API, worker and decoders run as.
 * @param programs absolute paths of what API and worker consist of
 * @returns the accounts; why they cannot be used and all stays root's; null where we are not root or not on Linux
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

/** The first file that the account cannot read, as the system itself says; empty where it cannot be asked, null for none. */
function unreadBy(account: Account, files: readonly string[]): string | null {
  const script = 'for file; do test -r "$file" || { echo "$file"; exit 1; }; done'
  const [program = '', ...words] = [...identityOf(account), '--', 'sh', '-c', script, 'sh', ...files]
  const { status, stdout } = spawnSync(program, words, { encoding: 'utf8', cwd: '/' })
  return status === 0 ? null : (stdout ?? '').trim()
}

/**
 * The words that make a role's program run as the product's account, which may take over what decoders make.
 * @param port where it listens; null for a role that does not
 */
export function roleWords({ product, decoders }: Identities, port: number | null): string[] {
  const capabilities = ['--inh-caps=+net_bind_service', '--ambient-caps=+net_bind_service']
  return [
    'setpriv',
    ...['--reuid', String(product.uid), '--regid', String(product.gid), '--groups', String(decoders.gid)],
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

/** The words that make the process which starts decoders run as their account, without network where the system can. */
export function decoderWords({ decoders }: Identities): string[] {
  const offline = spawnSync('unshare', ['--net', 'true'], { stdio: 'ignore' }).status === 0
  return [...(offline ? ['unshare', '--net', '--'] : []), ...identityOf(decoders), '--']
}

/**
 * Makes the folder of a role's socket, which decoders' account makes and the product's account may connect to.
 * @returns path of the socket; short, since the system takes about a hundred characters
 */
export async function makeSocketFolder(
  { product, decoders }: Identities,
  data_dir: string,
  role: string,
): Promise<string> {
  const name = `footnote-${createHash('sha256').update(data_dir).digest('hex').slice(0, 12)}-${role}`
  const folder = join(isWritable('/run') ? '/run' : tmpdir(), name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  await chown(folder, decoders.uid, product.gid)
  await chmod(folder, 0o710)
  return join(folder, 'decoders')
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
