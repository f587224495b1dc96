import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBoundaries } from './boundaries.ts'
import { KNOTS, WINGS } from './wing-order.ts'

const root = dirname(import.meta.dirname)

/** Files that the planted imports name and that do not exist. */
const TARGETS = [
  'web/src/ui/target.ts',
  'web/src/features/library/one/target.ts',
  'web/src/features/review/two/target.ts',
  'samples/target.ts',
  'seed/rows/target.ts',
  'seed/answers/target.ts',
  'server/test/target.ts',
]

const FORBIDDEN = [
  ['contract/src/shared', "import '../../../server/src/platform/errors.ts'"],
  ['contract/src/nouns', "import 'fastify'"],
  ['contract/src/shared', "import 'sharp'"],
  ['server/src/platform/db', "import '../../features/identity/accounts/queries.ts'"],
  ['server/src/platform/db', "import '../queue/jobs.ts'"],
  ['server/src/platform/storage', "import { readConfig } from '../config.ts'\nreadConfig({})"],
  ['server/src/media', "import type { Database } from '../platform/db/database.ts'\nexport type Planted = Database"],
  ['server/src/media', "import '../engines/engine.ts'"],
  ['server/src/media', "import '../../../samples/target.ts'"],
  ['server/src/engines', "import '../platform/queue/jobs.ts'"],
  ['server/src/engines', "import '../retrieval/search.ts'"],
  ['server/src/engines', "import 'onnxruntime-node'"],
  ['server/src/engines/ocr', "export type { Tensor } from 'onnxruntime-node'"],
  ['server/test', "await import('onnxruntime-node')"],
  ['server/src/retrieval/words', "import '../../features/identity/accounts/queries.ts'"],
  ['server/src/retrieval/words', "import '../../pipeline/stages/stage.ts'"],
  ['server/src/pipeline/stages', "import '../../features/identity/accounts/routes.ts'"],
  ['server/src/pipeline/stages', "import '../../retrieval/search.ts'"],
  ['server/src/features/library/collections', "import '../../identity/accounts/routes.ts'"],
  ['server/src/features/library/collections', "import '../../identity/accounts/sessions.ts'"],
  ['server/src/features/library/collections', "import '../videos/present.ts'"],
  ['server/src/features/library/collections', "import '../videos/delete-video.job.ts'"],
  ['server/src/features/library/collections', "import '../../../app/http/viewer.ts'"],
  ['server/src/features/library/collections', "import '../../../pipeline/runner/pipeline.ts'"],
  ['server/src/features/library/collections', "import '../../../engines/engine.ts'"],
  ['server/src/pipeline/stages', "import '../../features/library/videos/present.ts'"],
  ['server/src/app/http', "import '../../features/identity/accounts/sessions.ts'"],
  ['server/src/app/http', "import '../../features/identity/accounts/routes.ts'"],
  ['server/src/app/supervisor', "import '../../features/identity/accounts/queries.ts'"],
  ['server/src/app/supervisor', "import '../command/console.ts'"],
  ['server/src/app/backup', "import '../command/console.ts'"],
  ['server/src/platform', "import '../app/main.ts'"],
  ['server/src/platform', "import '../../../seed/rows/target.ts'"],
  ['server/src/features/identity/accounts', "import '../../../../../seed/answers/target.ts'"],
  ['contract/src/shared', "import '../../../seed/answers/target.ts'"],
  ['web/src/screens', "import '../../../seed/answers/target.ts'"],
  ['web/src/app/gallery', "import '../../../../seed/rows/target.ts'"],
  ['seed/answers', "import '../rows/target.ts'"],
  ['seed/answers', "import '../../server/src/platform/errors.ts'"],
  ['seed/answers', "import 'node:crypto'"],
  ['seed/rows', "import '../../server/test/target.ts'"],
  ['seed/rows', "import '../../web/src/ui/target.ts'"],
  ['web/src/lib', "import '../ui/target.ts'"],
  ['web/src/features/library/one', "import '../../review/two/target.ts'"],
  ['web/src/player/controls', "import '../../features/library/one/target.ts'"],
  ['web/src/ui/overlays', "import '../../../../server/src/platform/errors.ts'"],
] as const

const ALLOWED = [
  ['contract/src/nouns', "import 'zod/mini'"],
  ['server/src/pipeline/stages', "import '../../features/identity/accounts/queries.ts'"],
  ['server/src/features/library/collections', "import '../../identity/accounts/queries.ts'"],
  ['server/src/features/library/collections', "import '../videos/commands.ts'"],
  ['server/src/features/library/collections', "import '../videos/status.ts'"],
  ['server/src/features/library/collections', "import '../../identity/plans/quota/policy.ts'"],
  ['server/src/features/library/collections', "import '../../../retrieval/search.ts'"],
  ['server/src/platform/storage', "import type { Config } from '../config.ts'\nexport type Planted = Config"],
  ['web/src/screens', "import '../features/library/one/target.ts'"],
  ['web/src/features/library/one', "import '../../../ui/target.ts'"],
  ['web/src/app/gallery', "import '../../../../seed/answers/target.ts'"],
  ['seed/rows', "import '../answers/target.ts'"],
  ['seed/rows', "import '../../server/src/features/identity/accounts/sessions.ts'"],
  ['server/test', "import '../../seed/rows/target.ts'"],
  ['samples', "import '../server/src/platform/errors.ts'"],
] as const

/** Each wing with each one above it. */
const UPWARDS = WINGS.flatMap(({ name }, place) => WINGS.slice(place + 1).map((higher) => [name, higher.name] as const))

/** Files of a noun, imports that they must not have, and the rule that refuses each. */
const REFUSED_BY = [
  ['policy', "import '../../identity/accounts/queries.ts'", 'policy-is-pure'],
  ['policy', "import '../../../platform/db/database.ts'", 'policy-is-pure'],
  ['queries', "import '../../identity/accounts/commands.ts'", 'queries-and-present-only-read'],
  ['queries', "import '../../../platform/queue/queue.ts'", 'queries-and-present-only-read'],
  ['present', "import '../../identity/accounts/commands.ts'", 'queries-and-present-only-read'],
  ['present', "import '../../../platform/db/channels.ts'", 'queries-and-present-only-read'],
  ['commands', "import './routes.ts'", 'handlers-are-the-apps'],
  ['queries', "import './plant.job.ts'", 'handlers-are-the-apps'],
] as const
const nounOf = (name: string, text: string) =>
  `planted-${REFUSED_BY.findIndex(([file, line]) => file === name && line === text)}`

const CIRCLE = ['server/src/media/circle-a.ts', 'server/src/media/circle-b.ts'] as const

const plantedName = (folder: string, text: string) =>
  `${folder}/planted-${[...FORBIDDEN, ...ALLOWED].findIndex(([f, t]) => f === folder && t === text)}.ts`

let copy: string
let refused: { rule: string; from: string }[]
let imports: { from: string; to: string }[]

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'footnote-boundaries-'))
  for (const folder of ['contract', 'server']) await cp(join(root, folder), join(copy, folder), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const target of TARGETS) await plant(target, 'export {}')
  for (const [folder, text] of [...FORBIDDEN, ...ALLOWED]) await plant(plantedName(folder, text), text)
  for (const { name } of WINGS) await plant(`server/src/features/${name}/target/queries.ts`, 'export {}')
  for (const [low, high] of UPWARDS)
    await plant(`server/src/features/${low}/planted-${high}/commands.ts`, `import '../../${high}/target/queries.ts'`)
  for (const [name, text] of REFUSED_BY) {
    const noun = `server/src/features/output/${nounOf(name, text)}`
    for (const target of ['routes', 'plant.job']) await plant(`${noun}/${target}.ts`, 'export {}')
    await plant(`${noun}/${name}.ts`, text)
  }
  await plant('server/src/features/library/shows/routes.ts', "import '../videos/present.ts'")
  await plant('server/src/features/library/shows/present.ts', "import '../videos/present.ts'")
  await plant(CIRCLE[0], "import './circle-b.ts'")
  await plant(CIRCLE[1], "import './circle-a.ts'")
  ;({ violations: refused, imports } = await checkBoundaries(copy))
})

afterAll(() => rm(copy, { recursive: true, force: true }))

async function plant(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(copy, file)), { recursive: true })
  await writeFile(join(copy, file), `${text}\n`)
}

test.each(FORBIDDEN)('a file in %s may not contain: %s', (folder, text) => {
  expect(refused.map(({ from }) => from)).toContain(plantedName(folder, text))
})

test.each(ALLOWED)('a file in %s may contain: %s', (folder, text) => {
  expect(refused.map(({ from }) => from)).not.toContain(plantedName(folder, text))
})

test.each(REFUSED_BY)('the %s of a noun may not contain: %s', (name, text, rule) => {
  expect(refused).toContainEqual(
    expect.objectContaining({ rule, from: `server/src/features/output/${nounOf(name, text)}/${name}.ts` }),
  )
})

test.each(UPWARDS)('a noun of %s may not import from %s, which is above it', (low, high) => {
  expect(refused).toContainEqual(
    expect.objectContaining({
      rule: 'wings-run-downwards',
      from: `server/src/features/${low}/planted-${high}/commands.ts`,
    }),
  )
})

test('nouns know each other in the named knots only, one in a wing at most', () => {
  const nounAt = (file: string) => /^server\/src\/features\/([^/]+\/[^/]+)\//.exec(file)?.[1]
  const known = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [one, other] = [nounAt(from), nounAt(to)]
    if (!one || !other || one === other || /\.test\.ts$/.test(from)) continue
    known.set(one, (known.get(one) ?? new Set()).add(other))
  }
  expect(known.size).toBeGreaterThan(10)
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const noun of known.get(from) ?? []) if (!seen.has(noun)) reached(noun, seen.add(noun))
    return seen
  }
  const tied = [...known.keys()].filter((noun) => reached(noun).has(noun)).sort()
  expect(tied).toEqual(Object.entries(KNOTS).flatMap(([wing, nouns]) => nouns.map((noun) => `${wing}/${noun}`)))
})

test('routes and present of a noun may use the present of another noun', () => {
  expect(refused.filter(({ from }) => from.startsWith('server/src/features/library/shows/'))).toEqual([])
})

test('two files that import each other are refused', () => {
  const circular = refused.filter(({ rule }) => rule === 'no-circular').map(({ from }) => from)
  expect(CIRCLE.some((file) => circular.includes(file))).toBe(true)
})
