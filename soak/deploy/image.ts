import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Health } from '@footnote/contract/calls/health.ts'
import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import type { Matches } from '@footnote/contract/nouns/output/search.ts'
import { ask, createAccount } from '../../e2e/calls.ts'
import { connectProduct } from '../../e2e/product.ts'
import { freePort } from '../../server/src/app/supervisor/network.ts'
import { EXIT_CONFIG } from '../../server/src/platform/config.ts'
import { type Log, soak } from '../run.ts'

const ROOT = join(import.meta.dirname, '../..')
const BASE = 'localhost/footnote-base'
const IMAGE = 'localhost/footnote'
/** Milliseconds from the start of the container to a healthy product. */
const START_MS = 30_000
/** Milliseconds in which a machine indexes the sample films. */
const SAMPLES_MS = 600_000
/** How docs/deploy.md runs the image, without a network of its own: that needs rights which a test may lack. */
const CONFINED = [
  ...['--runtime', 'runc', '--network', 'host', '--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
  ...['--security-opt', `seccomp=${join(ROOT, 'deploy/seccomp.json')}`],
]

/** Builds the image without an image registry, and runs the product in one container. */
export const image = soak({
  shows: 'The image is built from Debian and npm alone, and runs without rights on a read-only file system.',
  sizes: { build: true },
  async run({ build }, log) {
    if (build) buildImage(log)
    const folder = await mkdtemp(join(tmpdir(), 'footnote-image-'))
    const name = `footnote-${process.pid}`
    const failures: string[] = []
    const counts: Record<string, string | number> = {}
    const holds = (claim: string, held: boolean, seen: string) => {
      counts[claim] = held ? 'yes' : 'no'
      if (!held) failures.push(`${claim}: ${seen}`)
    }
    try {
      const root = await refusedFolder(folder)
      holds(
        "a folder of root's is refused with a command",
        root.status === EXIT_CONFIG && /chown -R 1000:1000/.test(root.said),
        root.said,
      )
      const data_dir = join(folder, 'data')
      await mkdir(data_dir, { mode: 0o711 })
      succeed('chown', '1000:1000', data_dir)
      const port = await freePort('127.0.0.1')
      const began = Date.now()
      const settings = ['--env', `PORT=${port}`, '--env', 'MODELS=off', '--volume', `${data_dir}:/data`]
      succeed('podman', 'run', '--detach', '--name', name, ...CONFINED, ...settings, IMAGE)
      const origin = `http://127.0.0.1:${port}`
      const health = await healthy(origin, began + 4 * START_MS)
      counts['seconds until healthy'] = (Date.now() - began) / 1000
      holds('healthy in time', health !== null && Date.now() - began <= START_MS, succeed('podman', 'logs', name))
      const decoders = health?.checks.find((check) => check.name === 'decoders')
      holds('decoders are confined', decoders?.state === 'ok', decoders?.sentence ?? 'no health')
      const inside = (...words: string[]) => spawnSync('podman', ['exec', name, ...words], { encoding: 'utf8' })
      holds('not root', inside('id', '-u').stdout.trim() === '1000', inside('id').stdout)
      holds('the product is read-only', inside('touch', '/opt/footnote/file').status !== 0, 'a file was written')
      holds('footnote health', inside('footnote', 'health').status === 0, inside('footnote', 'health').stdout)
      const found = await samplesAnswer(origin, data_dir)
      holds('the samples are searched', found > 0, `${found} moments`)
      succeed('podman', 'stop', '--time', '15', name)
      const status = succeed('podman', 'inspect', '--format', '{{.State.ExitCode}}', name).trim()
      holds('ends in order', status === '0', `exit status ${status}`)
    } finally {
      spawnSync('podman', ['rm', '--force', name])
      await rm(folder, { recursive: true, force: true })
    }
    return { counts, failures }
  },
})

function buildImage(log: Log): void {
  const archive = join(tmpdir(), `footnote-base-${process.pid}.tar`)
  try {
    succeed(join(ROOT, 'deploy/make-base.sh'), archive)
    succeed('podman', 'import', archive, BASE)
    log('the base is made')
  } finally {
    spawnSync('rm', ['-f', archive])
  }
  const words = ['--isolation', 'chroot', '--pull-never', '--network', 'host', '--ulimit', 'nofile=4096:4096']
  succeed('buildah', 'bud', ...words, '--format', 'docker', '--build-arg', `BASE=${BASE}`, '--tag', IMAGE, ROOT)
  log('the image is built')
}

/** Starts a container on a data folder that belongs to root. */
async function refusedFolder(folder: string): Promise<{ status: number | null; said: string }> {
  const owned = join(folder, 'root')
  await mkdir(owned, { mode: 0o700 })
  const run = spawnSync('podman', ['run', '--rm', ...CONFINED, '--volume', `${owned}:/data`, IMAGE], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status: run.status, said: `${run.stdout}${run.stderr}` }
}

async function healthy(origin: string, deadline: number): Promise<Health | null> {
  for (; Date.now() < deadline; await wait(200)) {
    const answer = await fetch(`${origin}/api/health`).catch(() => null)
    if (answer?.ok) return (await answer.json()) as Health
  }
  return null
}

/** @returns number of moments that the first sample collection has for a question, once it has some */
async function samplesAnswer(origin: string, data_dir: string): Promise<number> {
  const product = connectProduct({ origin, data_dir })
  const account = await createAccount(product)
  const { indexes } = await ask<{ indexes: Collection[] }>(product, account, 'sample_indexes')
  for (const end = Date.now() + SAMPLES_MS; Date.now() < end; await wait(2_000)) {
    const question = new URLSearchParams({ index_id: indexes[0]?.id ?? '', query: 'harbour' })
    const { matches } = await ask<Matches>(product, account, `query_index?${question}`)
    if (matches.length > 0) return matches.length
  }
  return 0
}

/** Runs a program to its end. @returns its output @throws Error with its errors when it fails */
function succeed(program: string, ...words: string[]): string {
  const { status, error, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  if (status !== 0) throw new Error(`${program} ${words[0] ?? ''} failed. ${error?.message ?? stderr.slice(-2_000)}`)
  return `${stdout}${stderr}`
}
