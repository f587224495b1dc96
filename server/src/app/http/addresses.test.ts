import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { addressOf, networkOf } from './addresses.ts'
import { buildApp } from './app.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['0177.0.0.1', 'unreadable'],
  ['<script>', 'unreadable'],
  ['', 'unreadable'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

test('a peer that has gone has an empty address', () => {
  expect(addressOf({ remoteAddress: undefined })).toBe('')
  expect(addressOf({ ip: undefined as unknown as string })).toBe('')
  expect(addressOf({ ip: '203.0.113.7' })).toBe('203.0.113.7')
})

test('no other file of the server asks for the address of a peer', async () => {
  const folder = path.resolve(import.meta.dirname, '../..')
  const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const asks = await Promise.all(
    files.map(async (name) => /\.(?:ips?|remoteAddress)\b/.test(await readFile(path.join(folder, name), 'utf8'))),
  )
  expect(files.filter((_, at) => asks[at])).toEqual(['app/http/addresses.ts'])
})

describe('the client address', () => {
  async function counted(trusted_proxies: string[], remoteAddress: string, forwarded: string) {
    const config = {
      log_level: 'silent',
      public_url: 'http://localhost',
      s3: null,
      rate_limits: false,
      trusted_proxies,
    }
    const { app, route } = await buildApp({ config, identify: async () => ({ kind: 'nobody' }) })
    route(endpoints.accounts.forgotPassword, async ({ address }) => ({ message: address }))
    const headers = { 'x-forwarded-for': forwarded }
    const payload = { email: 'ada@example.org' }
    const answer = await app.inject({
      method: 'POST',
      url: '/api/forgot-password',
      ...{ headers, payload, remoteAddress },
    })
    await app.close()
    return answer.json().message
  }

  test('is the one that the nearest trusted proxy wrote, whatever the client wrote before it', async () => {
    const proxies = ['127.0.0.0/8', '10.1.0.0/16', '2001:db8::5']
    expect(await counted(proxies, '10.1.2.3', '1.1.1.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(await counted(proxies, '::ffff:10.1.2.3', '1.1.1.1, 127.0.0.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(await counted(proxies, '2001:db8::5', 'nonsense, 2001:db8:9:9::1, 10.1.9.9')).toBe('2001:db8:9:9::/64')
    expect(await counted(proxies, '127.0.0.1', `${'x'.repeat(4000)}`)).toBe('unreadable')
  })

  test('is the address of the connection when no proxy is trusted', async () => {
    expect(await counted(['10.1.0.0/16'], '10.2.0.1', '1.1.1.1')).toBe('10.2.0.1')
    expect(await counted([], '127.0.0.1', '1.1.1.1')).toBe('127.0.0.1')
  })
})
