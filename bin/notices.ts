/**
 * `npm run notices`: writes THIRD_PARTY_NOTICES.md from the lock file and the catalogue of models. Fails if a licence
 * is not on the list of those that are compatible with the AGPL.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '../server/src/engines/models/catalogue/catalogue.ts'
import { ENGINES } from '../server/src/engines/registry.ts'

const ROOT = join(import.meta.dirname, '..')
export const NOTICES = join(ROOT, 'THIRD_PARTY_NOTICES.md')

/** SPDX identifiers compatible with AGPL-3.0-or-later: https://www.gnu.org/licenses/license-list.html. */
const COMPATIBLE = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'LGPL-3.0-or-later'],
  ...['MIT', 'MIT-0', 'MPL-2.0', 'OFL-1.1', 'Zlib'],
])
/**
 * Licences of weights. They are data that an installation downloads from their makers on request; they are no part of
 * the program, and the project does not distribute them.
 */
const OF_WEIGHTS = new Set([...COMPATIBLE, 'CC-BY-4.0', 'Gemma Terms of Use'])
/** Packages whose manifest has no licence in the present form; each has this one in its files. */
const NAMED_IN_FILES: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'combine-errors': 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
}

/** A work of somebody else. */
export interface Part {
  readonly name: string
  /** An SPDX expression; null if it names none. */
  readonly licence: string | null
}

/** The licence of a work whose package has no text of it. */
interface LicenceText {
  readonly title: string
  readonly text: string
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const LICENCE_TEXTS: readonly LicenceText[] = [
  {
    title: '@usefulsensors/moonshine-js 0.1.12, with its weights (MIT)',
    // As section 1 of the licence in 0.1.21, which the makers wrote for their earlier releases too.
    text: `Copyright (c) 2025 Useful Sensors, Inc.\n\n${MIT}`,
  },
  {
    title: 'Silero VAD, in @ricky0123/vad-web 0.0.31 (MIT)',
    text: `Copyright (c) 2020-present Silero Team\n\n${MIT}`,
  },
]

/** The package without content that replaces packages which nobody needs. */
const EMPTY = 'empty-npm-package'

interface Entry {
  /** The package's own name, if the lock file lists it under another one. */
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly dev?: boolean
}

interface Lock {
  readonly packages: Readonly<Record<string, Entry>>
}

/**
 * Packages of the lock file by name, without our own.
 * @param dev true for those that only checks and builds need, false for those that the product runs
 */
export function packages({ dev }: { dev: boolean }): (Part & { version: string })[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const listed = Object.entries(lock.packages).flatMap(
    ([path, { name = path.split('node_modules/').at(-1), version = '', license, link, dev: onlyDev = false }]) => {
      if (!path.includes('node_modules/') || name === undefined || link || onlyDev !== dev || name === EMPTY) return []
      return [{ name, version, licence: license ?? NAMED_IN_FILES[name] ?? null }]
    },
  )
  const once = new Map(listed.map((part) => [`${part.name} ${part.version}`, part]))
  return [...once.values()].sort((one, other) =>
    `${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1,
  )
}

/** Weights in packages, and those of the catalogue. */
export function weights(): (Part & { by: string })[] {
  const packaged = Object.values(ENGINES).flatMap((entries) => entries.flatMap(({ models = [] }) => models))
  const fetched = Object.values(catalogue).flatMap((model) => [model, ...('parts' in model ? (model.parts ?? []) : [])])
  const all = [...packaged, ...fetched].map(({ title, licence, by }) => ({ name: title, licence, by }))
  return [...new Map(all.map((part) => [part.name, part])).values()]
}

/** Parts with an unlisted licence; one listed alternative is enough. */
export function unlisted(parts: readonly Part[], listed: ReadonlySet<string> = COMPATIBLE): Part[] {
  const isListed = (expression: string) =>
    expression
      .replace(/^\((.*)\)$/, '$1')
      .split(' OR ')
      .some((one) => one.split(' AND ').every((identifier) => listed.has(identifier)))
  return parts.filter(({ licence }) => licence === null || !isListed(licence))
}

export function notices(): string {
  const table = (head: string, rows: readonly (readonly string[])[]) =>
    `${head}\n${head.replace(/[^|]+/g, '---')}\n${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
  return [
    '# Third-party notices\n',
    'Footnote is licensed under AGPL-3.0-or-later (see LICENSE). It uses what others made, each part under its own licence; the text',
    'of a licence is in the package under `node_modules`, or at the end of this file. `npm run notices` makes this list; a test',
    'fails when it lags behind, or when a licence is not on the list in `bin/notices.ts`.\n',
    '## Packages that the product runs\n',
    table(
      '| package | version | licence |',
      packages({ dev: false }).map(({ name, version, licence }) => [name, version, licence ?? 'none']),
    ),
    '## Weights of engines\n',
    'Those of packages come with them; the others are fetched when somebody asks for them. Moonshine writes the pieces of words of',
    'Llama (by Meta), which come with the package llama-tokenizer-js.\n',
    table(
      '| weights | by | licence |',
      weights().map(({ name, by, licence }) => [name, by, licence ?? 'none']),
    ),
    '## Programs of the system\n',
    table('| program | licence |', [
      ['ffmpeg', 'LGPL-2.1-or-later or GPL-2.0-or-later, as the system built it'],
      ['PostgreSQL', 'PostgreSQL'],
    ]),
    '## Texts of licences\n',
    LICENCE_TEXTS.map(({ title, text }) => `### ${title}\n\n${text}\n`).join('\n'),
  ].join('\n')
}

/** All parts with an unlisted licence. */
export const refusedParts = (): Part[] => [
  ...unlisted([...packages({ dev: false }), ...packages({ dev: true })]),
  ...unlisted(weights(), OF_WEIGHTS),
]

if (import.meta.main) {
  writeFileSync(NOTICES, notices())
  const refused = refusedParts()
  for (const { name, licence } of refused) console.error(`${name}: ${licence ?? 'no licence'} is not on the list`)
  process.exitCode = refused.length > 0 ? 1 : 0
}
