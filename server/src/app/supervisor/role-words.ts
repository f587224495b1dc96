import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Loaded before the program: ends it together with the process that started it. */
const TIE = pathToFileURL(join(import.meta.dirname, 'tie-to-supervisor.ts')).href

/**
 * Words for Node that say how memory is collected. Each thread keeps new objects in two spaces of the same size. With 32 MB
 * each, an API that had answered 3,200 calls took 430 MB; with 8 it takes 315 and as much processor time. A worker took
 * 122 MB for them, of which 7 were in use. Nobody waits for a pause of the worker, and threads that help with the
 * collection took a fourteenth of its processor time.
 */
export const MEMORY_WORDS = {
  api: ['--max-semi-space-size=8'],
  worker: ['--max-semi-space-size=8', '--single-threaded-gc'],
} as const

/** Words for Node in front of a program that the supervisor starts. The starters of decoders get the worker's. */
export const wordsFor = (role: keyof typeof MEMORY_WORDS): readonly string[] => [...MEMORY_WORDS[role], '--import', TIE]
