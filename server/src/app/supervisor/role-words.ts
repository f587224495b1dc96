import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Loaded before the program: ends it together with the process that started it. */
const TIE = pathToFileURL(join(import.meta.dirname, 'tie-to-supervisor.ts')).href

/**
 * Words for Node in front of the program of a role. V8 keeps new objects in two spaces of the same size. They have up to
 * 32 MiB each after the start, and would double during the first hours of traffic, for example in an upload of 10 GiB.
 */
export const ROLE_WORDS: readonly string[] = ['--max-semi-space-size=32', '--import', TIE]
