import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Loaded before the program: ends it together with the process that started it. */
const TIE = pathToFileURL(join(import.meta.dirname, 'tie-to-supervisor.ts')).href

/**
 * Words for Node that bound the memory of new objects, which V8 keeps in two spaces of the same size. In the API they
 * would double during the first hours of traffic, for example in an upload of 10 GiB. In the worker they took 122 MB
 * while a film was indexed, of which 7 were in use.
 */
export const YOUNG_WORDS = { api: '--max-semi-space-size=32', worker: '--max-semi-space-size=8' } as const

/** Words for Node in front of a program that the supervisor starts. The starters of decoders get the worker's. */
export const wordsFor = (role: keyof typeof YOUNG_WORDS): readonly string[] => [YOUNG_WORDS[role], '--import', TIE]
