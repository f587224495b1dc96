import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface Service {
  readonly image?: string
  readonly ports?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly networks?: { readonly default: { readonly ipv4_address: string } }
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly [Readonly<Record<string, string>>] } }
  }
}

const text = readFileSync(join(import.meta.dirname, '../../compose.yaml'), 'utf8')
const { services, networks } = parse(text, { merge: true }) as Compose
const [network] = networks.default.ipam.config
const proxy = services.caddy?.networks?.default.ipv4_address ?? ''
/** The value of a setting that nobody sets. */
const usual = (value = '') => /^\$\{\w+:-(.*)\}$/.exec(value)?.[1] ?? value

test('only the proxy is reached from other machines', () => {
  for (const [name, { ports = [] }] of Object.entries(services))
    if (name !== 'caddy') for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/)
})

test('only the proxy and the machine itself may name the address of a client', () => {
  for (const name of ['api', 'worker'])
    expect(usual(services[name]?.environment?.TRUSTED_PROXIES).split(',').sort()).toEqual(
      [network.gateway, proxy].sort(),
    )
})

test('no other container gets the address of the proxy', () => {
  const within = (address: string, range = '') => ipaddr.parse(address).match(ipaddr.parseCIDR(range))
  expect([within(proxy, network.subnet), within(proxy, network.ip_range)]).toEqual([true, false])
  expect(within(network.gateway ?? '', network.ip_range)).toBe(false)
})

test('the database keeps the rules by which it sorts text', () => {
  expect(services.postgres?.image).toMatch(/^postgres:\d+-[a-z]+$/)
  expect(services.postgres?.environment?.POSTGRES_INITDB_ARGS).toContain('--locale-provider=builtin')
})
