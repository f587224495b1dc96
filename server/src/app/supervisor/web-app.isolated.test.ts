import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '../../platform/config.ts'
import { buildWebAppWhenStale, requireWebApp } from './web-app.ts'

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
    for (const folder of ['web', 'contract']) await mkdir(join(root, folder))
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
