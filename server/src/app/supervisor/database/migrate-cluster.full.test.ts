import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endOf, query, StandInProduct } from '../../../../test/stand-in-product.ts'
import { EXIT_CONFIG } from '../../../platform/config.ts'

let product: StandInProduct

beforeEach(async () => {
  product = await StandInProduct.make()
  await product.makeDatabase((url) => query(url, `create table kept as select 'row' as name`))
})

afterEach(() => product.remove())

const names = async () => (await readdir(product.data_dir)).filter((name) => name.startsWith('postgres')).sort()

test('a migration that was killed between its two renames is finished by the next start', async () => {
  await rename(join(product.data_dir, 'postgres'), join(product.data_dir, 'postgres.carried'))
  product.launch({ ROLES: 'worker' })
  const { url } = await product.living('worker')
  expect(await query(url, 'select name from kept')).toEqual([{ name: 'row' }])
  expect(await names()).toEqual(['postgres', 'postgres.json'])
})

test('what a killed migration left beside the old cluster is never used while that is there', async () => {
  const carried = join(product.data_dir, 'postgres.carried')
  await mkdir(carried)
  await writeFile(join(carried, 'PG_VERSION'), '18')
  product.launch({ ROLES: 'worker' })
  const { url } = await product.living('worker')
  expect(await query(url, 'select name from kept')).toEqual([{ name: 'row' }])
})

test('a cluster whose version cannot be carried over is refused with what to do, and not touched', async () => {
  const cluster = join(product.data_dir, 'postgres')
  for (const [version, sentence] of [
    ['12', /is of PostgreSQL 12, and this version of Footnote has \d+\. .*npm ci --include=optional/],
    ['99', /is of PostgreSQL 99, .*Start a newer version/],
  ] as const) {
    await writeFile(join(cluster, 'PG_VERSION'), `${version}\n`)
    const before = await readdir(cluster)
    const { child, output } = product.launch({ ROLES: 'worker' })
    expect(await endOf(child)).toBe(EXIT_CONFIG)
    expect(output()).toMatch(sentence)
    expect(await readdir(cluster)).toEqual(before)
    expect(await names()).toEqual(['postgres', 'postgres.json'])
  }
})

test('an old cluster is kept for thirty days', async () => {
  const nameOf = (days: number) =>
    `postgres.of-17-${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`
  const [young, old] = [nameOf(29), nameOf(31)]
  for (const name of [young, old]) await mkdir(join(product.data_dir, name))
  product.launch({ ROLES: 'worker' })
  await product.living('worker')
  expect(await names()).toEqual(['postgres', 'postgres.json', young])
})
