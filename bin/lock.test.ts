import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>
}

test('the lock names every optional package, including those for other systems', () => {
  const file = join(import.meta.dirname, '..', 'package-lock.json')
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock
  // `npm install` drops packages that it cannot download, and `npm ci` then refuses the lock.
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})
