import { randomUUID } from 'node:crypto'
import { getPriority } from 'node:os'

/** A small hosted module, with which `host.test.ts` shows the host's reaction to answers, errors, crashes and hangs. */
export async function open(settings: { greeting: string }) {
  if (settings.greeting === 'unopenable') throw new Error('The model is missing.')
  // Process ids repeat, since a sandbox counts its own.
  const life = randomUUID()
  return {
    greet: (name: string) => `${settings.greeting} ${name}`,
    twice: (numbers: Float32Array) => numbers.map((n) => n * 2),
    refuse: () => {
      throw new Error('This picture is unreadable.')
    },
    crash: () => process.abort(),
    endByOthers: () => process.kill(process.pid, 'SIGKILL'),
    nap: async (milliseconds: number) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      return { life }
    },
    hang: () => new Promise<never>(() => {}),
    /** Works a little, again and again, as on a machine whose processors are busy with others. */
    crawl: async (milliseconds: number) => {
      const end = performance.now() + milliseconds
      while (performance.now() < end) {
        const rest = performance.now() + 15
        while (performance.now() < rest);
        await new Promise((resolve) => setTimeout(resolve, 60))
      }
      return 'arrived'
    },
    toil: () => {
      for (;;);
    },
    /** @returns how many pages the system gave for a new piece of memory */
    fill: (bytes: number) => {
      const before = process.resourceUsage().minorPageFault
      new Uint8Array(bytes).fill(1)
      return process.resourceUsage().minorPageFault - before
    },
    about: () => ({
      life,
      title: process.title,
      priority: getPriority(),
      variables: Object.keys(process.env),
    }),
  }
}
