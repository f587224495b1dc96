import { lookup as resolve } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { ProductError } from '../errors.ts'

/** Limits of a request to a user's address. */
export interface RequestLimits {
  /** Milliseconds. */
  readonly timeout: number
  readonly max_redirects: number
  /** Whether requests to an address are allowed. */
  readonly allows: (address: string) => boolean
}

/** The same for an answer that is read whole. */
export interface FetchLimits extends RequestLimits {
  /** Bytes. */
  readonly max_bytes: number
}

/** An address that is not requested. The message is for the person who typed it. */
export class AddressRefused extends Error {
  constructor(sentence = 'This address is not on the public internet, or its name is unknown.') {
    super(sentence)
    this.name = 'AddressRefused'
  }
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

/**
 * The same, and addresses of named networks. Link-local ones stay refused: clouds answer there with secrets.
 * @param networks in CIDR notation
 */
export function isPublicOrIn(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => ipaddr.parseCIDR(network))
  return (address) => {
    if (isPublicAddress(address)) return true
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.parse(address)
    if (parsed.range() === 'linkLocal') return false
    return ranges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range))
  }
}

/** @throws AddressRefused unless it is one of the web, without a password */
export function parseAddress(address: string, base?: URL): URL {
  if (!URL.canParse(address, base))
    throw new AddressRefused('This is not a web address. One begins with http:// or https://.')
  const url = new URL(address, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AddressRefused('Only addresses that start with http:// or https:// can be read.')
  if (url.username || url.password) throw new AddressRefused('Footnote reads no address with a password in it.')
  return url
}

/**
 * Looks an address up without requesting it, so that a person reads at once that it will be refused. A name that cannot
 * be looked up in time passes: the request looks it up again.
 * @throws AddressRefused
 */
export async function refuseAddress(
  address: string,
  { allows, timeout }: Pick<RequestLimits, 'allows' | 'timeout'>,
): Promise<URL> {
  const url = parseAddress(address)
  const waiting = new AbortController()
  const looked = lookup(hostOf(url), { all: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTFOUND') throw new AddressRefused()
    return null
  })
  const addresses = await Promise.race([
    looked,
    wait(timeout, null, { signal: waiting.signal }).catch(() => null),
  ]).finally(() => waiting.abort())
  if (addresses?.some((entry) => !allows(entry.address))) throw new AddressRefused()
  return url
}

/** An answer whose body was not read, and the address that gave it. */
export interface PublicAnswer {
  readonly response: IncomingMessage
  readonly url: URL
}

/**
 * Requests a user's address without giving access to the server's own network: only http and https, the name is resolved
 * once and the socket is pinned to that address, and every redirect is checked again.
 * @param signal ends the request, also while its body is read
 * @throws AddressRefused, errors of the network
 */
export async function requestPublic(
  address: string,
  headers: OutgoingHttpHeaders,
  limits: Pick<RequestLimits, 'allows' | 'max_redirects'>,
  signal: AbortSignal,
): Promise<PublicAnswer> {
  let url = parseAddress(address)
  for (let hop = 0; hop <= limits.max_redirects; hop += 1) {
    const response = await request(url, headers, limits, signal)
    const { statusCode = 0, headers: answered } = response
    if (statusCode < 300 || statusCode >= 400 || !answered.location) return { response, url }
    response.destroy()
    url = parseAddress(answered.location, url)
  }
  throw new AddressRefused('This address redirects too often.')
}

/**
 * Reads a user's address whole, as `requestPublic` does.
 * @throws ProductError image_url_refused, or too_large
 */
export async function fetchPublic(address: string, limits: FetchLimits): Promise<Buffer> {
  const headers = { accept: 'image/*', 'accept-encoding': 'identity' }
  try {
    const { response } = await requestPublic(address, headers, limits, AbortSignal.timeout(limits.timeout))
    if (response.statusCode !== 200) {
      response.destroy()
      throw new ProductError('image_url_refused')
    }
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of response) {
      bytes += part.length
      parts.push(part)
      if (bytes > limits.max_bytes)
        throw new ProductError('too_large', { detail: 'Pictures up to 10 MB can be searched with.' })
    }
    return Buffer.concat(parts)
  } catch (error) {
    if (error instanceof ProductError) throw error
    throw new ProductError('image_url_refused', error instanceof AddressRefused ? { detail: error.message } : {})
  }
}

/** A host without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

function request(
  url: URL,
  headers: OutgoingHttpHeaders,
  { allows }: Pick<RequestLimits, 'allows'>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((done, reject) => {
    const host = hostOf(url)
    // Node looks no address up.
    if (ipaddr.isValid(host) && !allows(host)) return reject(new AddressRefused())
    const client = url.protocol === 'https:' ? https : http
    const call = client.get(url, { lookup: pinned(allows), signal, agent: false, headers }, done)
    call.on('error', reject)
  })
}

/** Resolves a name and gives the socket only allowed addresses. */
const pinned =
  (allows: RequestLimits['allows']): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      if (addresses.length === 0 || addresses.some((entry) => !allows(entry.address)))
        return callback(new AddressRefused(), '')
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
