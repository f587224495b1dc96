/** `npm run models -- list | fetch NAME | verify`: the models of the catalogue, and those on this machine. */
import { statSync } from 'node:fs'
import { formatFileSize, progressPercent } from '@footnote/contract/shared/timecode.ts'
import type { Model } from '../server/src/engines/models/catalogue/model.ts'
import { useProxies } from '../server/src/engines/models/hub.ts'
import { ModelError } from '../server/src/engines/models/model-error.ts'
import { type ModelStore, openModelStore } from '../server/src/engines/models.ts'
import { ConfigError, readModelSettings } from '../server/src/platform/config.ts'

const USAGE = 'Usage: npm run models -- list | fetch NAME | verify\n'
const write = (line: string) => process.stdout.write(`${line}\n`)

/** Total bytes of all files with a known size, with a plus if there are others. */
function sizeOf({ files }: Model): string {
  const known = files.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const all = files.every(({ size }) => size !== null)
  return known === 0 ? 'unknown size' : `${formatFileSize(known)}${all ? '' : ' or more'}`
}

function languagesOf({ languages }: Model): string {
  if (languages.includes('mul')) return 'about 100 languages'
  return languages.length > 4 ? `${languages.length} languages` : languages.join(', ') || 'any language'
}

async function list(store: ModelStore): Promise<void> {
  for (const [name, model] of Object.entries(store.catalogue)) {
    const { folder } = await store.folder(name)
    const by_default = model.fetched_by_default ? ', by default' : ''
    write(`${name}\n  ${model.title}: ${model.kind}${by_default}, ${languagesOf(model)}, ${sizeOf(model)}`)
    write(`  ${model.repo} at ${model.revision ?? 'its first use'}, ${model.licence}`)
    write(`  ${folder ?? 'not here'}`)
  }
}

async function fetchOne(store: ModelStore, name: string): Promise<void> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new ModelError('unreachable', 'Stopped. The next fetch goes on from here.')))
  let told = -1
  const folder = await store.fetch(
    name,
    (share) => {
      const percent = Math.floor(progressPercent(share))
      if (percent !== told) write(`${name}: ${percent} %`)
      told = percent
    },
    stop.signal,
  )
  write(folder)
}

/** @returns the number of models with a refused file */
async function verifyAll(store: ModelStore): Promise<number> {
  let [here, refused] = [0, 0]
  for (const name of Object.keys(store.catalogue)) {
    const found = await store.verify(name)
    if (found.folder === null && !found.refused) continue
    here += 1
    if (found.folder === null) refused += 1
    write(`${name}: ${found.folder ?? found.obstacle}`)
  }
  if (here === 0) write('There is no model on this machine.')
  return refused
}

/**
 * Model files are private to the account that the product runs as. Root becomes that account, which owns the folder.
 */
function becomeOwner(folder: string): void {
  if (process.platform === 'win32') return
  process.umask(0o077)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !found || found.uid === 0) return
  process.setgroups?.([])
  process.setgid?.(found.gid)
  process.setuid?.(found.uid)
}

async function run([command, name, ...rest]: readonly string[]): Promise<number> {
  const settings = readModelSettings(process.env)
  becomeOwner(settings.folder)
  useProxies()
  const store = openModelStore(settings)
  if (command === 'list' && name === undefined) await list(store)
  else if (command === 'fetch' && name !== undefined && rest.length === 0) await fetchOne(store, name)
  else if (command === 'verify' && name === undefined) return (await verifyAll(store)) === 0 ? 0 : 1
  else {
    process.stderr.write(USAGE)
    return 2
  }
  return 0
}

// The reader has closed the pipe, as `head` does.
process.stdout.on('error', () => process.exit())
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof ModelError || error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
