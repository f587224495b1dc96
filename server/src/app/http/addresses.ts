import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** All callers with an unreadable address share this counter, so that no spelling bypasses the limit. */
const UNREADABLE = 'unreadable'

/**
 * The address of the peer behind a request, as a trusted proxy or the connection names it, or behind a connection. It is
 * empty when the peer reset the connection before Node accepted it, although Fastify's types promise an address.
 */
export const addressOf = (peer: Pick<FastifyRequest, 'ip'> | Pick<Socket, 'remoteAddress'>): string =>
  ('ip' in peer ? (peer.ip as string | undefined) : peer.remoteAddress) ?? ''

/**
 * Groups addresses for counting: an IPv4 address alone, an IPv6 address with its /64, the smallest block that a
 * provider assigns (RFC 6177). An IPv4 address in IPv6 notation counts as IPv4.
 * @param address from `addressOf`; a port at its end is ignored
 */
export function networkOf(address: string): string {
  const text = address.match(/^\[([^\]]+)\](?::\d+)?$/)?.[1] ?? address.match(/^([\d.]+):\d+$/)?.[1] ?? address
  const [bare = ''] = text.split('%', 1)
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return UNREADABLE
  const read = ipaddr.process(bare)
  if (read.kind() === 'ipv4') return read.toString()
  const half = (read as ipaddr.IPv6).parts.slice(0, 4)
  return `${half.map((part) => part.toString(16)).join(':')}::/64`
}
