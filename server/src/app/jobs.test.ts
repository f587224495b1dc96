import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import type { Services } from '../features/services.ts'
import { JOB_RULES } from '../platform/queue/jobs.ts'
import { loadJobs } from './jobs.ts'

const folder = await temporaryFolder('jobs')

// Making handlers uses no service; only their jobs do.
const services = { config: { secret_key: 'a secret that no job uses here' } } as unknown as Services

test('every job has a handler, in the file of its name', async () => {
  const handlers = await loadJobs(services)
  expect(Object.keys(handlers)).toEqual(Object.keys(JOB_RULES))
  for (const handler of Object.values(handlers)) expect(handler).toBeTypeOf('function')
})

test('a job without a file, and a file without a job, end the start', async () => {
  await expect(loadJobs(services, folder)).rejects.toThrow('No file import-url.job.ts exports importUrl.')
  await writeFile(path.join(folder, 'bake-bread.job.ts'), 'export const bakeBread = () => async () => undefined\n')
  await expect(loadJobs(services, folder)).rejects.toThrow(/bake-bread\.job\.ts is for no job of JOB_RULES/)
})
