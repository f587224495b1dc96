/** `npm run settings`: writes the table in docs/settings.md, and .env.example, from the settings that the product reads. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingWords } from '../server/src/platform/settings.ts'

export const SETTINGS_PAGE = join(import.meta.dirname, '..', 'docs', 'settings.md')
export const ENV_EXAMPLE = join(import.meta.dirname, '..', '.env.example')

const HEAD = '| variable | default | purpose |\n|---|---|---|\n'

/** The page with an updated table of settings. @throws Error when it has no such table */
export function withSettingsTable(page: string): string {
  const start = page.indexOf(HEAD)
  const end = page.indexOf('\n\n', start)
  if (start < 0 || end < 0) throw new Error('docs/settings.md has no table of settings.')
  const rows = settingWords().map(([name, { unset, purpose }]) => `| \`${name}\` | ${unset} | ${purpose} |`)
  return `${page.slice(0, start)}${HEAD}${rows.join('\n')}${page.slice(end)}`
}

/** Every setting as a line that sets nothing, below its description. */
export function envExample(): string {
  const plain = (markdown: string) => markdown.replaceAll('`', '')
  const entries = settingWords().map(
    ([name, { unset, purpose }]) => `# ${plain(purpose)}. Default: ${plain(unset)}.\n# ${name}=\n`,
  )
  return `# Settings of Footnote. None is needed. Copy this file to .env, and start with: node --env-file=.env bin/start.mjs\n\n${entries.join('\n')}`
}

if (import.meta.main) {
  writeFileSync(SETTINGS_PAGE, withSettingsTable(readFileSync(SETTINGS_PAGE, 'utf8')))
  writeFileSync(ENV_EXAMPLE, envExample())
}
