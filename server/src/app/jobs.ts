import { glob } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Services } from '../features/services.ts'
import { JOB_RULES } from '../platform/queue/jobs.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'

const SOURCES = path.resolve(import.meta.dirname, '..')

/** Name of the function that `NAME.job.ts` exports: `sendMail` in `send-mail.job.ts`. */
const functionOf = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Makes the handler of each job in `JOB_RULES` from the file of its name, `NAME.job.ts`.
 * @param folder of sources; the product's by default
 * @throws Error for a job without such a file, and for such a file without a job
 */
export async function loadJobs(services: Services, folder = SOURCES): Promise<JobHandlers> {
  const files = new Map<string, string>()
  for await (const file of glob('**/*.job.ts', { cwd: folder }))
    files.set(path.basename(file, '.job.ts'), path.join(folder, file))
  const unknown = [...files.keys()].find((name) => !(name in JOB_RULES))
  if (unknown) throw new Error(`${files.get(unknown)} is for no job of JOB_RULES.`)
  const handlers = Object.keys(JOB_RULES).map(async (name) => {
    const file = files.get(name)
    const make = file ? (await import(pathToFileURL(file).href))[functionOf(name)] : undefined
    if (typeof make !== 'function') throw new Error(`No file ${name}.job.ts exports ${functionOf(name)}.`)
    return [name, make(services)]
  })
  return Object.fromEntries(await Promise.all(handlers))
}
