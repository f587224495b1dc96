import { readFile } from 'node:fs/promises'
import type { EngineIdentity, OcrEngine } from '../engine.ts'
import { hostEngine } from '../process/host.ts'
import type { open, ReaderSettings } from './ppocr.process.ts'

const hostReader = (settings: ReaderSettings) =>
  hostEngine<Awaited<ReturnType<typeof open>>>({
    module: new URL('./ppocr.process.ts', import.meta.url),
    settings,
    models: [settings.detector, settings.recogniser].flatMap((model) => model?.folder ?? []),
  })

/**
 * An OCR engine in its own process, which the first picture starts.
 * @param find returns the models to read with
 */
export function openReader({ id, name }: EngineIdentity, find: () => Promise<ReaderSettings>): OcrEngine {
  let host: Promise<ReturnType<typeof hostReader>> | null = null
  const started = () => {
    host ??= find().then(hostReader)
    host.catch(() => {
      host = null
    })
    return host
  }
  return {
    id,
    name,
    read: async (file, signal) => await (await started()).call('read', [await readFile(file)], signal),
    close: async () => await (await host?.catch(() => null))?.close(),
  }
}

/**
 * Loads models in a process that ends afterwards.
 * @throws EngineError `not_started`, whose message names the unusable model and the reason in a sentence; another when
 * the process broke
 */
export async function tryReader(settings: ReaderSettings): Promise<void> {
  await using host = hostReader(settings)
  await host.call('ready', [])
}
