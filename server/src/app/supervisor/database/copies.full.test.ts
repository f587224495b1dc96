import { execFile } from 'node:child_process'
import { chmod, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endOf, query, StandInProduct, until } from '../../../../test/stand-in-product.ts'
import { lives } from '../processes.ts'

const run = promisify(execFile)

let product: StandInProduct
let copy: string
/** Clusters outside the product's folder. */
let elsewhere: Set<string>

beforeEach(async () => {
  product = await StandInProduct.make()
  copy = join(product.folder, 'copy')
  elsewhere = new Set()
})

afterEach(async () => {
  await product.remove()
  for (const cluster of elsewhere) await rm(dirname(cluster), { recursive: true, force: true })
})

/** Copies the product's data directory without the files in which the stand-in processes record their lives. */
async function copyData(): Promise<void> {
  await run('cp', ['-a', product.data_dir, copy])
  await rm(join(copy, 'work', 'lives'), { force: true })
}

/** Starts on a data directory and waits until it answers. @returns the database's address */
async function startOn(data_dir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  await rm(join(data_dir, 'work', 'lives'), { force: true })
  const { child, output } = product.launch({ DATA_DIR: data_dir })
  await until(() => output().includes('ready at') || child.exitCode !== null)
  if (child.exitCode !== null) throw new Error(output())
  const { url } = await product.living('worker', undefined, data_dir)
  const stop = async () => {
    child.kill('SIGTERM')
    await endOf(child)
  }
  return { url, stop }
}

async function clusterOf(data_dir: string): Promise<string> {
  const { directory } = JSON.parse(await readFile(join(data_dir, 'postgres.json'), 'utf8'))
  if (directory === 'postgres') return join(data_dir, directory)
  elsewhere.add(directory)
  return directory
}

const words = (url: string) => query<{ word: string }>(url, 'SELECT word FROM words ORDER BY word')

test('a copy of a data directory that was taken while it ran starts beside the original', async () => {
  await product.copyDatabase()
  const original = await startOn(product.data_dir)
  const server = await product.serverMark()
  await query(original.url, "CREATE TABLE words AS SELECT 'kept' AS word")
  await copyData()
  const second = await startOn(copy)
  await query(second.url, "INSERT INTO words VALUES ('second')")
  expect(lives(server)).toBe(true)
  expect(await words(original.url)).toEqual([{ word: 'kept' }])
  expect(await words(second.url)).toEqual([{ word: 'kept' }, { word: 'second' }])
})

test('a data directory that moved while it ran is still locked, and starts once it is stopped', async () => {
  await product.copyDatabase()
  const original = await startOn(product.data_dir)
  await query(original.url, "CREATE TABLE words AS SELECT 'kept' AS word")
  await rename(product.data_dir, copy)
  const again = product.launch({ DATA_DIR: copy })
  expect(await endOf(again.child)).toBe(1)
  expect(again.output()).toContain('Footnote already runs on')
  await rename(copy, product.data_dir)
  await original.stop()
  await rename(product.data_dir, copy)
  expect(await words((await startOn(copy)).url)).toEqual([{ word: 'kept' }])
})

test.runIf(process.getuid?.() === 0)(
  'a copy without the database elsewhere neither stops nor joins the original, and names the command to type',
  async () => {
    await chmod(product.folder, 0o700)
    const original = await startOn(product.data_dir)
    const cluster = await clusterOf(product.data_dir)
    const server = await product.serverMark(cluster)
    await query(original.url, "CREATE TABLE words AS SELECT 'kept' AS word")
    await copyData()

    const beside = product.launch({ DATA_DIR: copy })
    expect(await endOf(beside.child)).toBe(78)
    expect(beside.output()).toMatch(/the database in \S+ is that of \S+data, which process \d+ runs/)
    expect(lives(server)).toBe(true)
    await original.stop()

    const alone = product.launch({ DATA_DIR: copy })
    expect(await endOf(alone.child)).toBe(78)
    const [program = '', ...args] = (/type: (.+)$/m.exec(alone.output())?.[1] ?? '').split(' ')
    expect([program, args]).toEqual(['cp', ['-a', cluster, join(copy, 'postgres')]])
    await run(program, args)

    const [first, second] = [await startOn(product.data_dir), await startOn(copy)]
    expect(await clusterOf(copy)).not.toBe(await clusterOf(product.data_dir))
    await query(second.url, "INSERT INTO words VALUES ('second')")
    expect(await words(first.url)).toEqual([{ word: 'kept' }])
    expect(await words(second.url)).toEqual([{ word: 'kept' }, { word: 'second' }])
  },
)

test.runIf(process.getuid?.() === 0)(
  'a database elsewhere stays with a data directory that moves, and the product reports its loss',
  async () => {
    await chmod(product.folder, 0o700)
    const original = await startOn(product.data_dir)
    const cluster = await clusterOf(product.data_dir)
    await query(original.url, "CREATE TABLE words AS SELECT 'kept' AS word")
    await original.stop()
    // Simulates a move to another disk: copy all, then remove the original.
    await copyData()
    await rm(product.data_dir, { recursive: true })
    const moved = await startOn(copy)
    expect(await words(moved.url)).toEqual([{ word: 'kept' }])
    await moved.stop()

    await rename(cluster, `${cluster}.away`)
    const without = product.launch({ DATA_DIR: copy })
    expect(await endOf(without.child)).toBe(78)
    expect(without.output()).toContain(`is not where it was, in ${cluster}`)
    await rename(`${cluster}.away`, cluster)
    expect(await words((await startOn(copy)).url)).toEqual([{ word: 'kept' }])
  },
)

test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'a server whose supervisor lives is never ended as a leftover',
  async () => {
    await chmod(product.folder, 0o700)
    await startOn(product.data_dir)
    const cluster = await clusterOf(product.data_dir)
    const server = await product.serverMark(cluster)
    // Earlier versions wrote their claim into the data directory only.
    await rm(join(dirname(cluster), 'supervisor.json'))
    await copyData()
    const second = product.launch({ DATA_DIR: copy })
    expect(await endOf(second.child)).toBe(1)
    expect(second.output()).toContain('Footnote already runs on this database')
    expect(lives(server)).toBe(true)
  },
)
