import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly optionalDependencies?: Readonly<Record<string, string>>
        readonly integrity?: string
        readonly link?: boolean
      }
    >
  >
}

const file = join(import.meta.dirname, '..', 'package-lock.json')
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock

test('each package of the registry has a hash, so that npm refuses other content', () => {
  const without = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path.startsWith('node_modules/') && !link && !integrity?.startsWith('sha512-'),
  )
  expect(without.map(([path]) => path)).toEqual([])
})

test('the lock names every optional package, including those for other systems', () => {
  // `npm install` drops packages that it cannot download, and `npm ci` then refuses the lock.
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})
