import { constants, existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { HealthCheck } from '@footnote/contract/calls/health.ts'
import { mayUse } from './access.ts'
import { UntriedError } from './confine.ts'
import { tryIntruders } from './intruders.ts'
import { DECODER_ACCOUNT, type Launcher, ownLauncher } from './launcher.ts'

const MANAGERS = [
  ['/usr/bin/apt-get', 'apt-get install'],
  ['/usr/bin/dnf', 'dnf install'],
  ['/usr/bin/zypper', 'zypper install'],
  ['/usr/bin/pacman', 'pacman -S'],
] as const

/** In milliseconds. */
const PATIENCE = 2_500

/**
 * Says what is wrong with the confinement of decoders and engines on this machine, and how to fix it; a check of
 * `/api/health`.
 * @param work_dir absolute path of the folder for job folders
 */
export async function decoderCheck(work_dir: string): Promise<HealthCheck> {
  // A trial may take long, but health must answer in time.
  const fault = await Promise.race([faultOf(work_dir), wait(PATIENCE, UNTRIED, { ref: false })])
  const launcher = await ownLauncher()
  const faults = [fault, launcher.kind === 'switched' ? AS_ROOT : ''].filter(Boolean)
  return { name: 'decoders', state: faults.length > 0 ? 'warn' : 'ok', sentence: faults.join(' ') }
}

const UNTRIED =
  'Whether decoders are confined is not known yet: the trial takes long, or was killed. It is made again by itself, and videos wait for it.'
const AS_ROOT =
  'API and worker run as root, since the user footnote may not read the product or its data. Move both to where every user may go, such as /opt.'

/**
 * @param work_dir absolute path of the folder for job folders
 * @returns what decoders and engines of this process can do that they must not; empty if nothing
 */
export async function faultOf(work_dir: string): Promise<string> {
  const launcher = await ownLauncher()
  const found = await tryIntruders(launcher, work_dir).catch((error: Error) => {
    if (error instanceof UntriedError) return null
    throw error
  })
  if (!found) return UNTRIED
  const { decoders, engines } = found
  const can = [
    decoders.files && 'decoders can read the files of Footnote',
    decoders.job && 'decoders can read and change the files of other jobs',
    (engines.files || engines.job) && 'engines can read the files of Footnote',
    decoders.network && 'decoders and engines reach the network',
  ].filter((each) => each !== false)
  if (can.length === 0) return ''
  const list = can.join(', ')
  return `Programs that read uploaded files are not confined: ${list}. ${remedy(launcher)}`
}

function remedy(launcher: Launcher): string {
  if (process.platform !== 'linux') return 'Only Linux has the means: run Footnote there where strangers send videos.'
  const installed = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'].some((file) =>
    mayUse(file, constants.X_OK),
  )
  if (installed && launcher.kind === 'own')
    return 'bubblewrap is installed, but this system does not let it work: allow user namespaces without privileges, or start Footnote as root.'
  if (installed)
    return `This system does not let root make user namespaces, so all share the user ${DECODER_ACCOUNT}: allow them.`
  const [, install] = MANAGERS.find(([program]) => existsSync(program)) ?? MANAGERS[0]
  return `Type: sudo ${install} bubblewrap, and start Footnote again.`
}
