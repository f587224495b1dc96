import type { Command } from 'commander'
import { isId } from '../../platform/db/database.ts'
import { JOB_RULES } from '../../platform/queue/jobs.ts'
import { JOB_STATES, type JobState, type ListedJob, listJobs } from '../../platform/queue/listed-jobs.ts'
import { CommandError } from '../command-error.ts'
import type { Console } from './console.ts'
import { cancelJob, retryJob } from './job-actions.ts'
import { type OpenedProduct, openProduct, withQueue } from './open-product.ts'

/** Adds `footnote jobs`. */
export function addJobs(program: Command, console: Console): void {
  const jobs = program.command('jobs').description('list, retry and cancel the work that waits, runs or was given up')
  jobs
    .command('list')
    .description('list jobs, the oldest first')
    .option('--state <state>', `only jobs in this state: ${JOB_STATES.join(', ')}`)
    .option('--name <name>', 'only jobs of this kind, for example index-video')
    .action(async (options: { state?: string; name?: string }) => {
      const filter = filterOf(options)
      await withProduct(console, async ({ db }) => {
        const found = await listJobs(db, filter)
        console.answer({ jobs: found }, found.length === 0 ? [nothingOf(filter)] : found.flatMap(linesOf))
      })
    })
  jobs
    .command('retry <id>')
    .description('run a job again that was given up, or let a waiting one begin now')
    .action((id: string) => act(console, id, retryJob, 'will run'))
  jobs
    .command('cancel <id>')
    .description('end a job that does not run; whoever waits for it reads that it was cancelled')
    .action((id: string) => act(console, id, cancelJob, 'is cancelled'))
}

async function act(console: Console, id: string, does: typeof retryJob, done: string): Promise<void> {
  if (!isId(id)) throw new CommandError(`${id} is not the id of a job. See: footnote jobs list`)
  await withProduct(console, async (product) => {
    const job = await withQueue(product, (queue) => does({ db: product.db, queue }, id))
    console.answer({ id, name: job.name, done }, [`${job.name} ${id} ${done}`])
  })
}

async function withProduct(console: Console, work: (product: OpenedProduct) => Promise<void>): Promise<void> {
  await using product = await openProduct(console.env, console.say)
  await work(product)
}

function filterOf({ state, name }: { state?: string; name?: string }): { state?: JobState; name?: string } {
  const known = JOB_STATES.find((one) => one === state)
  if (state !== undefined && !known) throw new CommandError(`${state} is none of ${JOB_STATES.join(', ')}.`)
  if (name !== undefined && !(name in JOB_RULES))
    throw new CommandError(`${name} is none of ${Object.keys(JOB_RULES).join(', ')}.`)
  return { ...(known ? { state: known } : {}), ...(name === undefined ? {} : { name }) }
}

const NOTHING: Readonly<Record<JobState, string>> = {
  waiting: 'No work waits.',
  running: 'No work runs.',
  'given-up': 'No work was given up.',
}

/** The sentence for an empty list. Without a state it would have listed all that waits, runs or was given up. */
function nothingOf({ state = 'waiting', name }: { readonly state?: JobState; readonly name?: string }): string {
  return name === undefined ? NOTHING[state] : NOTHING[state].replace('No work', `No ${name}`)
}

function linesOf({ id, name, state, errors, last_error, payload, created_at }: ListedJob): string[] {
  const about = payload && 'video_id' in payload ? `, video ${payload.video_id}` : ''
  const failed = errors > 0 ? `, ${errors} ${errors === 1 ? 'error' : 'errors'}` : ''
  const lines = [`${id}  ${state.padEnd(8)}  ${name}${about}${failed}, ${created_at.toISOString()}`]
  return last_error === null ? lines : [...lines, `  ${last_error.split('\n')[0]}`]
}
