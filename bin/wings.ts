/** `npm run wings`: writes the table of the wings into ARCHITECTURE.md, from the list of wings and the folders. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { KNOTS, WINGS } from './wing-order.ts'

const root = dirname(import.meta.dirname)
export const ARCHITECTURE = join(root, 'ARCHITECTURE.md')

const HEAD = '| wing | contains | nouns | of which know each other |\n|---|---|---|---|\n'

const listed = (nouns: readonly string[] = []): string => nouns.map((noun) => `\`${noun}\``).join(', ')

const nounsOf = (wing: string): string[] => readdirSync(join(root, 'server/src/features', wing)).sort()

/** The page with the table of now, highest wing first. @throws Error when it has no such table */
export function withWings(page: string): string {
  const start = page.indexOf(HEAD)
  const end = page.indexOf('\n\n', start)
  if (start < 0 || end < 0) throw new Error('ARCHITECTURE.md has no table of wings.')
  const rows = WINGS.map(
    ({ name, about }) => `| \`${name}\` | ${about} | ${listed(nounsOf(name))} | ${listed(KNOTS[name])} |`,
  )
  return `${page.slice(0, start)}${HEAD}${rows.reverse().join('\n')}${page.slice(end)}`
}

if (import.meta.main) writeFileSync(ARCHITECTURE, withWings(readFileSync(ARCHITECTURE, 'utf8')))
