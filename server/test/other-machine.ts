import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Words of setpriv for an account without rights that exists on every Linux. */
export const NOBODY = ['--reuid', '65534', '--regid', '65534', '--clear-groups']

/** A machine that differs from this one. */
export interface OtherMachine {
  /** Whether bubblewrap is installed. */
  readonly bubblewrap: boolean
  /** For `footnote` root has started the product: the code runs as a worker does. */
  readonly account: 'root' | 'footnote' | 'nobody'
  /** The data folder of `footnote`, as an absolute path. */
  readonly data_dir?: string
  /** Only root may read Node. */
  readonly private_node?: boolean
  /** A folder that is empty there, as an absolute path. */
  readonly empty?: string
}

/**
 * Why this machine cannot simulate another one, or null: that needs root, Linux, and sources that everybody may read.
 */
export function obstacleToPlaying(): string | null {
  if (process.getuid?.() !== 0) return 'only root may hide programs'
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0) return 'no mount namespace can be made here'
  const reads = spawnSync('setpriv', [...NOBODY, process.execPath, '--check', import.meta.filename]).status === 0
  return reads ? null : 'an ordinary user cannot read the sources'
}

/**
 * Runs a module as on that machine.
 * @param code of an ECMAScript module
 * @returns its output
 * @throws Error with its error output when it fails
 */
export function runOn(machine: OtherMachine, code: string): Promise<string> {
  const places = ['/usr/local/bin', '/usr/bin', '/bin'].map((folder) => `${folder}/bwrap`).filter(existsSync)
  const hide = machine.bubblewrap ? [] : places.map((place) => `mount --bind /dev/null ${place}`)
  const identity = machine.account === 'nobody' ? ['setpriv', ...NOBODY] : []
  const empty = machine.empty ? [`mount -t tmpfs tmpfs ${machine.empty}`] : []
  // Nobody else may enter this folder, so nobody else can read the copy in it.
  const node = machine.private_node ? '/mnt/node' : process.execPath
  const keep = machine.private_node
    ? ['mount -t tmpfs -o mode=700 tmpfs /mnt', `touch ${node}`, `mount --bind ${process.execPath} ${node}`]
    : []
  const script = [...hide, ...empty, ...keep, 'exec "$@"'].join(' && ')
  const worker = [fileURLToPath(new URL('behind-spawner.ts', import.meta.url)), machine.data_dir ?? '', code]
  const program = machine.account === 'footnote' ? worker : ['--input-type=module', '-e', code]
  const command = ['--mount', 'sh', '-c', script, 'sh', ...identity, node, ...program]
  return new Promise((resolve, reject) => {
    const child = spawn('unshare', command, { stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    let complaint = ''
    child.stdout.on('data', (part: Buffer) => {
      printed += part
    })
    child.stderr.on('data', (part: Buffer) => {
      complaint += part
    })
    child.once('error', reject)
    child.once('close', (status) =>
      status === 0 ? resolve(printed) : reject(new Error(`It ended with ${status}: ${printed}${complaint}`)),
    )
  })
}
