import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '../../platform/config.ts'
import { buildWebAppWhenStale, requireWebApp } from './web-app.ts'

/** Folders that the web app is built from. */
const SOURCES = ['web', 'contract', 'docs/guide']
/** Records the mode of a build. */
const BUILD = `
import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
writeFileSync('dist/index.html', String(process.env.NODE_ENV))
`

test.each(['development', 'test', ''])(
  'the web app is built for production when NODE_ENV is "%s"',
  async (environment) => {
    const root = await mkdtemp(join(tmpdir(), 'footnote-web-app-'))
    onTestFinished(() => rm(root, { recursive: true }))
    for (const folder of SOURCES) await mkdir(join(root, folder), { recursive: true })
    await writeFile(join(root, 'package-lock.json'), '{}')
    await writeFile(join(root, 'web/build.ts'), BUILD)
    vi.stubEnv('NODE_ENV', environment)
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    await buildWebAppWhenStale(root, () => undefined, new AbortController().signal)
    expect(await readFile(join(root, 'web/dist/index.html'), 'utf8')).toBe('production')
  },
)

/** A clone whose web app was built by us under a private umask, as root starts the product. */
async function builtClone(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'footnote-web-app-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await chmod(root, 0o755)
  for (const folder of SOURCES) await mkdir(join(root, folder), { recursive: true, mode: 0o755 })
  await writeFile(join(root, 'package-lock.json'), '{}')
  await writeFile(join(root, 'web/build.ts'), BUILD)
  const umask = process.umask(0o077)
  await buildWebAppWhenStale(root, () => undefined, new AbortController().signal).finally(() => process.umask(umask))
  return root
}

/** Builds as another account when the sources changed. @returns what it printed, and what it threw */
function startAsAnother(root: string): string {
  const module = new URL('./web-app.ts', import.meta.url).href
  const program = `const { buildWebAppWhenStale } = await import('${module}')
  await buildWebAppWhenStale('${root}', (said) => console.log('said', said), new AbortController().signal)
    .catch((error) => console.log('threw', error.constructor.name, error.message))`
  const words = ['--reuid', '65534', '--regid', '65534', '--clear-groups', '--', process.execPath]
  const run = spawnSync('setpriv', [...words, '--input-type=module', '-e', program], { encoding: 'utf8', cwd: '/' })
  return run.stdout + run.stderr
}

test.runIf(process.getuid?.() === 0)('an account uses the web app that another one built', async () => {
  const root = await builtClone()
  expect(startAsAnother(root)).toBe('')
  await chmod(join(root, 'web/.cache'), 0o700)
  expect(startAsAnother(root)).toMatch(/^said \w+ may not read .*built-from, so .* as it is.* Type: sudo chmod/)
  await chmod(join(root, 'web/.cache'), 0o755)
  await writeFile(join(root, 'package-lock.json'), '{ "changed": true }')
  expect(startAsAnother(root)).toMatch(/^threw ConfigError The web app must be built again, .* Type: sudo chown -R/)
})

test('a page of the guide that changed is built, and nothing is built twice', async () => {
  const root = await builtClone()
  const said: string[] = []
  const build = () => buildWebAppWhenStale(root, (sentence) => said.push(sentence), new AbortController().signal)
  await build()
  expect(said).toEqual([])
  await writeFile(join(root, 'docs/guide/01-first-steps.md'), '# First steps')
  await build()
  expect(said).toEqual(['building the web app'])
})

test('an installed product that has no web app names the command that builds it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'footnote-web-app-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const refusal = await requireWebApp(root).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ConfigError)
  expect((refusal as ConfigError).message).toContain('npm run build')
  await mkdir(join(root, 'web/dist'), { recursive: true })
  await writeFile(join(root, 'web/dist/index.html'), '')
  await requireWebApp(root)
})
