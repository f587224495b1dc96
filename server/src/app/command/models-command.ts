import { statSync } from 'node:fs'
import { examinationWords } from '@footnote/contract/nouns/library/indexing/examination-words.ts'
import type { EngineExamination } from '@footnote/contract/nouns/library/indexing.ts'
import { formatFileSize, progressPercent } from '@footnote/contract/shared/timecode.ts'
import type { Command } from 'commander'
import type { Model } from '../../engines/models/catalogue/model.ts'
import { useProxies } from '../../engines/models/hub.ts'
import { ModelError } from '../../engines/models/model-error.ts'
import { type ModelStore, openModelStore } from '../../engines/models.ts'
import { ENGINES } from '../../engines/registry.ts'
import { readModelSettings } from '../../platform/config.ts'
import { CommandError } from '../command-error.ts'
import type { Console } from './console.ts'
import { examinationsHere } from './examinations.ts'

/** Adds `footnote models`, which works without a database, too. */
export function addModels(program: Command, console: Console): void {
  const models = program.command('models').description('list, download and verify the models of learned engines')
  models
    .command('list')
    .description('list the models of the catalogue, and where they are on this machine')
    .action(async () => {
      readModelSettings(console.env)
      // Before the account changes: this may start the embedded database.
      const examinations = await examinationsHere(console)
      await act(console, (store) => list(console, store, examinations))
    })
  models
    .command('fetch <name>')
    .description('download a model; an interrupted download goes on')
    .action((name: string) => act(console, (store) => fetchOne(console, store, name)))
  models
    .command('verify')
    .description('read every byte of the models on this machine; exit code 1 when one is not the pinned one')
    .action(() => act(console, (store) => verifyAll(console, store)))
}

async function act({ env }: Console, work: (store: ModelStore) => Promise<void>): Promise<void> {
  const settings = readModelSettings(env)
  becomeOwner(settings.folder)
  useProxies()
  try {
    await work(openModelStore(settings))
  } catch (error) {
    throw error instanceof ModelError ? new CommandError(error.message) : error
  }
}

/** Model files are private to the account that the product runs as. Root becomes that account, which owns the folder. */
function becomeOwner(folder: string): void {
  process.umask(0o077)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !found || found.uid === 0) return
  process.setgroups?.([])
  process.setgid?.(found.gid)
  process.setuid?.(found.uid)
}

async function list(console: Console, store: ModelStore, examinations: readonly EngineExamination[]): Promise<void> {
  const models = await Promise.all(
    Object.entries(store.catalogue).map(async ([name, model]) => ({
      name,
      model,
      folder: (await store.folder(name)).folder ?? null,
      examination: examinations.find(({ engine }) => engine === engineOf(name)) ?? null,
    })),
  )
  console.answer(
    {
      models: models.map(({ name, model: { title, kind, licence }, folder, examination }) => ({
        name,
        title,
        kind,
        licence,
        folder,
        examination,
      })),
    },
    models.flatMap(({ name, model, folder, examination }) => [
      name,
      `  ${model.title}: ${model.kind}${model.fetched_by_default ? ', by default' : ''}, ${languagesOf(model)}, ${sizeOf(model)}`,
      `  ${model.repo} at ${model.revision ?? 'its first use'}, ${model.licence}`,
      `  ${folder ?? 'not here'}`,
      ...(examination ? [`  ${examinationWords(examination)}`] : []),
    ]),
  )
}

/** Id of the engine that a model of the catalogue makes; undefined for a model that others read beside their own. */
const engineOf = (name: string): string | undefined =>
  Object.values(ENGINES)
    .flat()
    .find(({ weights }) => weights?.[0] === name)?.id

/** Total bytes of all files with a known size, and whether there are others. */
function sizeOf({ files }: Model): string {
  const known = files.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const all = files.every(({ size }) => size !== null)
  return known === 0 ? 'unknown size' : `${formatFileSize(known)}${all ? '' : ' or more'}`
}

function languagesOf({ languages }: Model): string {
  if (languages.includes('mul')) return 'about 100 languages'
  return languages.length > 4 ? `${languages.length} languages` : languages.join(', ') || 'any language'
}

async function fetchOne(console: Console, store: ModelStore, name: string): Promise<void> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new ModelError('unreachable', 'Stopped. The next fetch goes on from here.')))
  const onShare = (share: number) => console.progress(`${name}: ${Math.floor(progressPercent(share))} %`)
  const folder = await store.fetch(name, onShare, stop.signal)
  console.answer({ name, folder }, [folder])
}

async function verifyAll(console: Console, store: ModelStore): Promise<void> {
  const models: { name: string; folder: string | null; obstacle: string | null }[] = []
  for (const name of Object.keys(store.catalogue)) {
    const found = await store.verify(name)
    if (found.folder !== null) models.push({ name, folder: found.folder, obstacle: null })
    else if (found.refused) models.push({ name, folder: null, obstacle: found.obstacle })
  }
  const lines = models.map(({ name, folder, obstacle }) => `${name}: ${folder ?? obstacle}`)
  console.answer({ models }, lines.length > 0 ? lines : ['There is no model on this machine.'])
  const refused = models.filter(({ folder }) => folder === null).map(({ name }) => name)
  if (refused.length > 0) throw new CommandError(`refused: ${refused.join(', ')}`)
}
