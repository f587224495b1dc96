import { afterEach } from 'vitest'
import { type EngineHost, hostEngine } from '../src/engines/process/host.ts'
import type { HostedModule } from '../src/engines/process/hosted.ts'
import type { open } from '../src/engines/testing/example.process.ts'

type Example = Awaited<ReturnType<typeof open>>

/** Hosts the example engine for the tests of a file, and closes what a test has opened. */
export function exampleHosts(): (options?: Partial<HostedModule>) => EngineHost<Example> {
  const hosts: EngineHost<Example>[] = []
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((each) => each.close()))
  })
  return (options = {}) => {
    const module = new URL('../src/engines/testing/example.process.ts', import.meta.url)
    const made = hostEngine<Example>({ module, settings: { greeting: 'Hello' }, ...options })
    hosts.push(made)
    return made
  }
}
