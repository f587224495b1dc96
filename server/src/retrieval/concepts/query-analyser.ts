import { access } from 'node:fs/promises'
import path from 'node:path'
import { type EngineHost, hostEngine } from '../../engines/process/host.ts'
import { analyseQuery } from '../query.ts'
import type { QueryMeaning } from './meaning.ts'
import type { open } from './wordnet/wordnet.process.ts'

/** Folders of WordNet's dictionary in the packages of Debian and other systems. */
const FOLDERS = [
  '/usr/share/wordnet',
  '/usr/local/share/wordnet/dict',
  '/opt/homebrew/opt/wordnet/dict',
  '/usr/local/opt/wordnet/dict',
]
/** Milliseconds without a query after which the dictionary is unloaded. */
const IDLE = 30 * 60_000

/** Finds the meaning of queries. */
export interface QueryAnalyser {
  /** Loads the dictionary in advance for the first query. */
  warm(): Promise<void>
  analyse(query: string, signal?: AbortSignal): Promise<QueryMeaning>
  close(): Promise<void>
}

/**
 * Opens the analyser with the first dictionary found; without one it understands only the engines' own words.
 * @param folders to search for WordNet's files
 */
export async function openQueryAnalyser(folders: readonly string[] = FOLDERS): Promise<QueryAnalyser> {
  const folder = await firstWithDictionary(folders)
  if (!folder)
    return {
      warm: async () => undefined,
      analyse: async (query) => analyseQuery(query, null),
      close: async () => undefined,
    }
  const host: EngineHost<Awaited<ReturnType<typeof open>>> = hostEngine({
    module: new URL('./wordnet/wordnet.process.ts', import.meta.url),
    settings: { folder },
    models: [folder],
    interactive: true,
    idle_ms: IDLE,
  })
  return {
    warm: async () => {
      await host.call('analyse', [''])
    },
    analyse: (query, signal) => host.call('analyse', [query], signal),
    close: () => host.close(),
  }
}

async function firstWithDictionary(folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const there = await access(path.join(folder, 'data.noun')).then(
      () => true,
      () => false,
    )
    if (there) return folder
  }
  return null
}
