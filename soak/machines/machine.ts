import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { launchProduct, newPlace, type Product, type ProductFolder } from '../../e2e/product.ts'
import { lives, send } from '../../server/src/app/supervisor/processes.ts'
import { familyOf } from '../processes.ts'

/** Milliseconds within which something is back, or is done; generous, because all machines share this one. */
const PATIENCE = 300_000

/** A part of the installation that can be killed. */
export interface Part {
  readonly name: string
  /** Kills it, and begins to start it again. */
  kill(): Promise<void>
  /** Waits until it works again. */
  back(): Promise<void>
}

/** A machine with one role, started as a person does it. */
export class Machine implements Part {
  readonly name: string
  /** Whether its API answers. */
  ready = false
  readonly #place: ProductFolder
  readonly #settings: NodeJS.ProcessEnv
  #product: Product

  private constructor(name: string, place: ProductFolder, settings: NodeJS.ProcessEnv) {
    this.name = name
    this.#place = place
    this.#settings = settings
    this.#product = launchProduct(place, settings)
  }

  static async start(name: string, settings: NodeJS.ProcessEnv): Promise<Machine> {
    const machine = new Machine(name, await newPlace(), settings)
    await machine.back()
    return machine
  }

  get port(): number {
    return this.#place.port
  }

  /** Cuts the power: everything that runs ends at once. */
  async kill(): Promise<void> {
    this.ready = false
    const family = await familyOf(this.#product.process.pid!)
    for (const { pid } of family) send(pid, 'SIGKILL')
    await until(async () => !family.some(lives), `${this.name} ended`)
    this.#product = launchProduct(this.#place, this.#settings)
  }

  async back(): Promise<void> {
    if (this.#settings.ROLES === 'worker')
      return await until(
        async () => (await familyOf(this.#product.process.pid!)).some(({ program }) => program === 'worker'),
        this.name,
      )
    await until(() => isReady(this.port), this.name)
    this.ready = true
  }

  async stop(): Promise<void> {
    await this.#product.stop()
    await rm(this.#place.data_dir, { recursive: true, force: true })
  }
}

/** Whether an API answers, and all that it needs. */
export const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.ok,
    () => false,
  )

/** @throws Error that names what did not happen in time */
export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(100)) if (await holds()) return
  throw new Error(`${what}: not within ${PATIENCE / 1_000} s.`)
}
