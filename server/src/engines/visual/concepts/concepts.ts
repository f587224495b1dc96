import { readFile } from 'node:fs/promises'
import type { EngineEntry, ReferenceDescription, Sample, SampleDescription, VisualEngine } from '../../engine.ts'
import { type EngineHost, hostEngine } from '../../process/host.ts'
import type { open } from './concepts.process.ts'

type Methods = Awaited<ReturnType<typeof open>>

const IDENTITY = { id: 'concepts-1', name: 'Objects, people and colours' } as const

/** Describes the visible content of pictures in words; needs no downloaded model. */
class ConceptsEngine implements VisualEngine {
  readonly id = IDENTITY.id
  readonly name = IDENTITY.name
  readonly dimensions = null
  readonly cosines = null
  readonly #host: EngineHost<Methods> = hostEngine<Methods>({
    module: new URL('./concepts.process.ts', import.meta.url),
  })

  async *describe(
    samples: Iterable<Sample> | AsyncIterable<Sample>,
    signal?: AbortSignal,
  ): AsyncIterable<SampleDescription> {
    for await (const { time, file } of samples)
      yield { time, ...(await this.#host.call('look', [await readFile(file)], signal)) }
  }

  async describeReference(file: string): Promise<ReferenceDescription> {
    return { descriptor: await this.#host.call('describe', [await readFile(file)]) }
  }

  embedText(): Promise<null> {
    return Promise.resolve(null)
  }

  close(): Promise<void> {
    return this.#host.close()
  }
}

/** The engine that is always available: its models come with a package. */
export const concepts: EngineEntry<VisualEngine> = {
  ...IDENTITY,
  models: [
    {
      title: 'Objects, faces, hands and poses, as packaged by @vladmandic/human',
      licence: 'MIT',
      by: 'Vladimir Mandic and Google',
    },
  ],
  obstacle: () => Promise.resolve(null),
  open: () => new ConceptsEngine(),
}
