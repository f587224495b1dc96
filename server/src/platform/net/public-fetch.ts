import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ProductError } from '../errors.ts'

/** Limits of a fetch: bytes, milliseconds, redirects. */
export interface FetchLimits {
  readonly max_bytes: number
  readonly timeout: number
  readonly max_redirects: number
  /** Whether requests to an address are allowed. */
  readonly allows: (address: string) => boolean
}

/**
 * IANA's allocated part of IPv6. It excludes ::/96 and ::ffff:0:0/96, which contain IPv4 addresses in IPv6 notation.
 */
const IPV6_IN_USE = ipaddr.IPv6.parseCIDR('2000::/3')
/** A public number, but the platform's own address on each machine in Azure (WireServer). */
const AZURE_PLATFORM = '168.63.129.16'

/**
 * Whether an address clearly belongs to the public internet: neither private nor loopback, link-local, mapped, reserved
 * or multicast.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(IPV6_IN_USE) : parsed.toString() !== AZURE_PLATFORM
}

const refused = (detail?: string) => new ProductError('image_url_refused', detail ? { detail } : {})

/**
 * Fetches a user's address without giving access to the server's own network: only http and https, the name is resolved
 * once and the socket is pinned to that address, and every redirect is checked again.
 * @throws ProductError image_url_refused, or too_large
 */
export async function fetchPublic(address: string, limits: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeout)
  let url = parse(address)
  for (let hop = 0; hop <= limits.max_redirects; hop += 1) {
    const answer = await request(url, limits, signal)
    if (answer.redirect === null) return answer.body
    url = parse(answer.redirect, url)
  }
  throw refused('This address redirects too often.')
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw refused('This is not an address of a picture.')
  const url = new URL(address, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused('Only addresses that start with http:// or https:// can be read.')
  if (url.username || url.password) throw refused('An address with a password in it is not read.')
  return url
}

type Answer = { redirect: string; body: null } | { redirect: null; body: Buffer }

function request(url: URL, limits: FetchLimits, signal: AbortSignal): Promise<Answer> {
  return new Promise((done, reject) => {
    const fail = (error: unknown) => reject(error instanceof ProductError ? error : refused())
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (ipaddr.isValid(host) && !limits.allows(host)) return fail(refused())
    const client = url.protocol === 'https:' ? https : http
    const call = client.get(
      url,
      { lookup: pinned(limits), signal, agent: false, headers: { accept: 'image/*', 'accept-encoding': 'identity' } },
      (response) => {
        const status = response.statusCode ?? 0
        if (status >= 300 && status < 400 && response.headers.location) {
          response.destroy()
          return done({ redirect: response.headers.location, body: null })
        }
        if (status !== 200) {
          response.destroy()
          return fail(refused())
        }
        const parts: Buffer[] = []
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
          parts.push(part)
          if (bytes > limits.max_bytes)
            response.destroy(new ProductError('too_large', { detail: 'Pictures up to 10 MB can be searched with.' }))
        })
        response.on('end', () => done({ redirect: null, body: Buffer.concat(parts) }))
        response.on('error', fail)
      },
    )
    call.on('error', fail)
  })
}

/** Resolves a name and gives the socket only allowed addresses. */
const pinned =
  (limits: FetchLimits): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      if (addresses.length === 0 || addresses.some((entry) => !limits.allows(entry.address)))
        return callback(refused(), '')
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
