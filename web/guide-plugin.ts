import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { readGuide } from './guide-pages.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'docs', 'guide')
const MODULE = 'virtual:guide'
const RESOLVED = `\0${MODULE}`

/** Makes a module of the pages in docs/guide (record 004). */
export const guide: Plugin = {
  name: 'guide',
  resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
  load(id) {
    if (id !== RESOLVED) return undefined
    for (const file of readdirSync(FOLDER)) if (file.endsWith('.md')) this.addWatchFile(path.join(FOLDER, file))
    return `export const pages = ${JSON.stringify(readGuide(FOLDER))}`
  },
}
