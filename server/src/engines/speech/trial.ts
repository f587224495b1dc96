import { withoutEnd } from '@footnote/contract/shared/text.ts'
import { EngineError } from '../engine-error.ts'
import { lookAtFiles } from '../models/look-at-files.ts'
import { hostEngine } from '../process/host.ts'
import type { EngineMethods, HostedModule } from '../process/hosted.ts'

/** An available model, and the files that its process reads. */
export interface FoundModel {
  /** Name for people, for example 'Whisper small'. */
  readonly name: string
  /** Absolute path of the model's folder. */
  readonly folder: string
  readonly weights: readonly string[]
  readonly tokens?: string
}

/** The method that every process of a speech model has. */
interface TrialMethods extends EngineMethods {
  rehearse(): void
}

/** ONNX files are protocol buffers, which end at 2 GB; lists of tokens are far smaller. */
const LARGEST = { weights: 2 * 2 ** 30, tokens: 16 * 2 ** 20 }
/** Enough to load a gigabyte from a slow disk and to run it once, in milliseconds. */
const TRIAL_MS = 300_000
/** The useful part of the runtime's last output: after its source line, or after an exception's mark. */
const SAID = [/what\(\):\s*(.+)/, /\.(?:cc|h):\w+:\d+\s+(.+)/]

const known = new Map<string, Promise<string | null>>()

/**
 * Loads a model in its own process and runs it once, since a bad file may end the process, which must not happen while
 * somebody waits. Remembers the result while the files are unchanged and this process lives.
 * @returns the reason why it cannot be used, in a sentence; null if it can
 * @throws EngineError `killed` when another program ended the process, which says nothing about the model
 */
export async function tryOut(model: FoundModel, hosted: HostedModule): Promise<string | null> {
  const { name, folder, weights, tokens } = model
  const files = weights.map((file) => [file, LARGEST.weights] as const)
  const looked = await lookAtFiles(name, folder, tokens ? [...files, [tokens, LARGEST.tokens]] : files)
  if ('obstacle' in looked) return looked.obstacle
  const key = [name, folder, ...looked.state].join('\n')
  const trying = known.get(key) ?? rehearse(model, hosted)
  known.set(key, trying)
  trying.catch(() => known.delete(key))
  return await trying
}

async function rehearse({ name }: FoundModel, hosted: HostedModule): Promise<string | null> {
  await using host = hostEngine<TrialMethods>({ ...hosted, timeout_ms: TRIAL_MS })
  try {
    await host.call('rehearse', [])
    return null
  } catch (error) {
    if (!(error instanceof EngineError) || error.failure === 'killed') throw error
    return `${name} cannot be used: ${whyNot(error)}`
  }
}

/** The error of a model's process, as the end of a sentence. */
export function whyNot({ failure, message }: EngineError): string {
  if (failure === 'refused' || failure === 'not_started') return message.split('\n', 1)[0] ?? message
  if (failure === 'timed_out') return 'it did not answer in time.'
  const said = SAID.map((pattern) => pattern.exec(message)?.[1]).find((part) => part !== undefined)
  return said ? `its files are damaged or not the right ones (${withoutFolders(said)}).` : 'its process ended.'
}

/** Removes folders: people on the page must not learn where files are. */
function withoutFolders(text: string): string {
  return text
    .replaceAll(/[^\s:,']+/g, withoutFolder)
    .replace(/ for the following indices$/, '')
    .replace(/^(.*[^.\s])?[.\s]*$/s, '$1')
    .slice(0, 200)
}

/** Removes what is between the first and the last slash of a path, with both. */
function withoutFolder(part: string): string {
  const named = withoutEnd(part, '/')
  const [first, last] = [named.indexOf('/'), named.lastIndexOf('/')]
  return first < last ? part.slice(0, first) + part.slice(last + 1) : part
}
