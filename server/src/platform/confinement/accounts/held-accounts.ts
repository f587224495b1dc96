import path from 'node:path'
import type { Launcher } from '../launcher.ts'
import { start } from '../start.ts'
import { numbersOf, type Purpose } from './account-block.ts'
import type { SystemAccount } from './accounts.ts'

/** Running jobs' folders, and the account of each that has started a decoder. */
const jobs = new Map<string, { account: Promise<HeldAccount> | null }>()
const used = new Set<number>()
const waiting: { readonly purpose: Purpose; readonly retry: () => void }[] = []

/** The account of one job or engine, while nobody else has it. */
export interface HeldAccount {
  /** Null where programs run as ourselves. */
  readonly account: SystemAccount | null
  /** Ends every process of the account, and lets others have it. */
  release(): Promise<void>
}

/** Begins a job: all its decoders run as the same account. */
export function beginJob(folder: string): void {
  jobs.set(folder, { account: null })
}

/** Ends a job and the processes that its decoders have left. */
export async function endJob(folder: string): Promise<void> {
  const job = jobs.get(folder)
  jobs.delete(folder)
  await (await job?.account)?.release()
}

/** The account of the job that the folder belongs to. Outside of jobs each run has an account of its own. */
export async function accountFor(launcher: Launcher, folder: string): Promise<HeldAccount> {
  const above = [...jobs.keys()].find((job) => folder === job || folder.startsWith(`${job}${path.sep}`))
  const job = above === undefined ? undefined : jobs.get(above)
  if (!job) return await holdAccount(launcher, 'job')
  job.account ??= holdAccount(launcher, 'job')
  return { account: (await job.account).account, release: () => Promise.resolve() }
}

/** Waits for a free account, and takes it. Where decoders have no accounts of their own, all share one. */
export async function holdAccount(launcher: Launcher, purpose: Purpose): Promise<HeldAccount> {
  if (launcher.kind === 'own') return { account: null, release: () => Promise.resolve() }
  if (!launcher.block) return { account: launcher.account, release: () => Promise.resolve() }
  for (;;) {
    const free = numbersOf(launcher.block, purpose).find((number) => !used.has(number))
    if (free !== undefined) return held(launcher, purpose, free)
    await new Promise<void>((retry) => waiting.push({ purpose, retry }))
  }
}

function held(launcher: Launcher, purpose: Purpose, number: number): HeldAccount {
  used.add(number)
  const account = { uid: number, gid: number }
  let released: Promise<void> | undefined
  const release = async () => {
    await endAll(launcher, account)
    used.delete(number)
    const next = waiting.findIndex((each) => each.purpose === purpose)
    if (next >= 0) waiting.splice(next, 1)[0]?.retry()
  }
  return {
    account,
    release: () => {
      released ??= release()
      return released
    },
  }
}

/** Without a process namespace a program could outlive its group, and meet the next job. */
async function endAll(launcher: Launcher, account: SystemAccount): Promise<void> {
  const command = ['sh', '-c', 'kill -KILL -1']
  const ending = await start(launcher, {
    command,
    folder: '/',
    extra: false,
    cell: { account, view: null },
    kind: 'decoder',
    niceness: 0,
  }).catch(() => null)
  ending?.stdout.resume()
  ending?.stderr.resume()
  await ending?.ended.catch(() => undefined)
}
