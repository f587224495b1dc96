import type { EngineEntry, Sample, SampleDescription, VisualEngine } from '../engine.ts'
import { type EngineHost, hostEngine } from '../host.ts'
import type { open } from './concepts.process.ts'

type Methods = Awaited<ReturnType<typeof open>>

const IDENTITY = { id: 'concepts-1', name: 'Objects, people and colours' } as const

/** Calls that wait in each process, so that none is idle between two pictures. */
const CALLS_AHEAD = 2

/** Describes pictures by what is seen in them, in words; needs no downloaded model. */
class ConceptsEngine implements VisualEngine {
  readonly id = IDENTITY.id
  readonly name = IDENTITY.name
  readonly dimensions = null
  readonly #hosts: EngineHost<Methods>[]

  /** @param processes pictures looked at side by side: the models gain nothing from a second thread, so each gets a process */
  constructor(processes: number) {
    this.#hosts = Array.from({ length: processes }, () =>
      hostEngine<Methods>({ module: new URL('./concepts.process.ts', import.meta.url) }),
    )
  }

  async *describe(
    samples: Iterable<Sample> | AsyncIterable<Sample>,
    signal?: AbortSignal,
  ): AsyncIterable<SampleDescription> {
    const looking: Promise<SampleDescription>[] = []
    let number = 0
    for await (const { time, file } of samples) {
      const host = this.#hosts[number % this.#hosts.length] as EngineHost<Methods>
      const look = host.call('look', [file], signal).then((seen) => ({ time, ...seen }))
      // A failure is told when its turn comes; until then it must not count as unhandled.
      look.catch(() => undefined)
      looking.push(look)
      number += 1
      if (looking.length >= CALLS_AHEAD * this.#hosts.length) yield (await looking.shift()) as SampleDescription
    }
    for (const look of looking) yield await look
  }

  embedText(): Promise<null> {
    return Promise.resolve(null)
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.close()))
  }
}

/** The engine that is always available: its models come with a package. */
export const concepts: EngineEntry<VisualEngine> = {
  ...IDENTITY,
  obstacle: () => Promise.resolve(null),
  open: ({ threads }) => new ConceptsEngine(threads),
}
