import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listedFiles } from './listed-files.ts'

const root = dirname(import.meta.dirname)

/** Code that can open a connection: imports of Node's modules and of packages, and the global call. */
const OPENING =
  /(?:from|import\()\s*'(?:node:(?:https?|http2|net|tls|dgram|dns)(?:\/promises)?|undici|ws|nodemailer|stripe|pg|pg-boss|@aws-sdk\/[^']+)'|(?<![.\w])fetch\((?!\w+:)|\bnew (?:WebSocket|EventSource)\(/
/** Imports that do not exist at run time. */
const TYPES = /^import type .*$/gm

/**
 * Every source that can open a connection, and its row in docs/privacy.md; null if it connects to this machine only.
 */
const CONNECTIONS: Readonly<Record<string, string | null>> = {
  'server/src/platform/db/connections.ts': 'Database',
  'server/src/platform/db/database.ts': 'Database',
  'server/src/platform/queue/pg-boss.ts': 'Database',
  'server/src/engines/process/channel.ts': null,
  'server/src/engines/process/engine-process.ts': null,
  'server/src/platform/confinement/accounts/account-block.ts': null,
  'server/src/platform/confinement/spawner/client.ts': null,
  'server/src/platform/confinement/spawner/decoders.process.ts': null,
  'server/src/app/command/serve-command.ts': null,
  'server/src/app/http/bounds.ts': null,
  'server/src/app/supervisor/network.ts': null,
  'server/src/engines/models/hub.ts': 'Models',
  'server/src/platform/mail/mailer.ts': 'Mail',
  'server/src/features/identity/plans/payments.ts': 'Payments',
  'server/src/platform/storage/s3/s3-storage.ts': 'Object store',
  'server/src/platform/storage/s3/list.ts': 'Object store',
  'server/src/platform/storage/s3/growing-object.ts': 'Object store',
  'server/src/platform/storage/s3/growing-remains.ts': 'Object store',
  'server/src/platform/net/public-fetch.ts': 'Image or video by URL',
}

/** Programs whose purpose is to use the network, and the sources that start them. */
const PROGRAMS: Readonly<Record<string, string | null>> = {
  // Reads the history of the clone.
  'bin/changed-tests.ts': null,
  // Lists the files of the clone.
  'bin/listed-files.ts': null,
  'bin/packages.mjs': 'npm',
  // Commits and tags in the clone, and pushes nothing.
  'bin/release.ts': null,
  'bin/system-packages.mjs': 'apt',
}

async function sources(...folders: string[]): Promise<{ file: string; text: string }[]> {
  const kept = listedFiles(...folders).filter(
    (file) => /\.(?:ts|tsx|mjs)$/.test(file) && !/\.test\.|\/testing\//.test(file),
  )
  return await Promise.all(
    kept.map(async (file) => ({ file, text: (await readFile(join(root, file), 'utf8')).replaceAll(TYPES, '') })),
  )
}

/** Names in bold in the first column of the page's tables. */
async function calls(): Promise<string[]> {
  const page = await readFile(join(root, 'docs/privacy.md'), 'utf8')
  return [...page.matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, name = '']) => name)
}

test('only what docs/privacy.md lists can open a connection', async () => {
  const opening = (await sources('server/src', 'bin')).filter(({ text }) => OPENING.test(text)).map(({ file }) => file)
  expect(opening.filter((file) => !(file in CONNECTIONS))).toEqual([])
  const calling = Object.keys(CONNECTIONS).filter((file) => CONNECTIONS[file] !== null)
  expect(opening).toEqual(expect.arrayContaining(calling))
})

test('only the preparation of the machine starts npm and apt', async () => {
  const starting = (await sources('server/src', 'bin')).filter(({ text }) =>
    /'(?:npm|npx|apt|apt-get|curl|wget|git)'/.test(text),
  )
  expect(starting.map(({ file }) => file).toSorted()).toEqual(Object.keys(PROGRAMS).toSorted())
})

test('the page lists exactly these calls', async () => {
  const made = new Set([...Object.values(CONNECTIONS), ...Object.values(PROGRAMS)].filter((name) => name !== null))
  expect((await calls()).toSorted()).toEqual([...made].toSorted())
})

test('the web app names no address except its own', async () => {
  const elsewhere = (await sources('web/src')).filter(({ text }) =>
    /(?:fetch|import|src|href)\W{1,4}(?:https?:)?\/\//.test(text),
  )
  expect(elsewhere.map(({ file }) => file)).toEqual([])
})

test.each(['docs/privacy.md', 'docs/security.md'])('the tests and files that %s names exist', async (page) => {
  const text = await readFile(join(root, page), 'utf8')
  const files = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.test\.ts)`/g)].map(([, file = '']) => file)
  const runs = [...text.matchAll(/npm run soak -- (\w[\w-]*)/g)].map(([, run = '']) => `soak/${run}.ts`)
  expect(files.length).toBeGreaterThan(2)
  expect([...files, ...runs].filter((file) => !existsSync(join(root, file)))).toEqual([])
})
