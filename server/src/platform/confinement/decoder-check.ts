import { constants, existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { HealthCheck } from '@footnote/contract/calls/health.ts'
import { mayUse } from './access.ts'
import { meansFor, UntriedError } from './confine.ts'
import { DECODER_ACCOUNT, ownWay, type Way } from './way.ts'

const MANAGERS = [
  ['/usr/bin/apt-get', 'apt-get install'],
  ['/usr/bin/dnf', 'dnf install'],
  ['/usr/bin/zypper', 'zypper install'],
  ['/usr/bin/pacman', 'pacman -S'],
] as const

/** In milliseconds. */
const PATIENCE = 2_500

/** Says what is wrong with the confinement of decoders on this machine, and how to fix it; a check of `/api/health`. */
export async function decoderCheck(): Promise<HealthCheck> {
  const way = ownWay()
  // A trial may take long, but health must answer in time.
  const fault = await Promise.race([faultOf(way), wait(PATIENCE, UNTRIED, { ref: false })])
  const faults = [fault, way.kind === 'switched' ? AS_ROOT : ''].filter(Boolean)
  return { name: 'decoders', state: faults.length > 0 ? 'warn' : 'ok', sentence: faults.join(' ') }
}

const UNTRIED =
  'Whether decoders are confined is not known yet: the trial takes long, or was killed. It is made again by itself, and videos wait for it.'
const AS_ROOT =
  'API and worker run as root, since the user footnote may not read the product or its data. Move both to where every user may go, such as /opt.'

/** @returns what is wrong with decoders that are started this way; empty if nothing is */
export async function faultOf(way: Way): Promise<string> {
  const means = await meansFor(way).catch((error: Error) => {
    if (error instanceof UntriedError) return null
    throw error
  })
  if (!means) return UNTRIED
  const { bubblewrap, account, offline } = means
  if (bubblewrap || (account && offline)) return ''
  const lacks = account ? `Decoders run as ${DECODER_ACCOUNT}, but reach the network.` : 'Decoders are not confined.'
  return `${lacks} ${remedy()}`
}

function remedy(): string {
  if (process.platform !== 'linux') return 'Only Linux has the means: run Footnote there where strangers send videos.'
  if (['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'].some((file) => mayUse(file, constants.X_OK)))
    return 'bubblewrap is installed, but this system does not let it work: allow user namespaces without privileges, or start Footnote as root.'
  const [, install] = MANAGERS.find(([program]) => existsSync(program)) ?? MANAGERS[0]
  return `Type: sudo ${install} bubblewrap, and start Footnote again.`
}
