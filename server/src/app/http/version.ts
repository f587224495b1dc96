import { readFileSync } from 'node:fs'

const MANIFEST = new URL('../../../../package.json', import.meta.url)

/** The product's version, as its package names it. */
export const VERSION: string = JSON.parse(readFileSync(MANIFEST, 'utf8')).version
