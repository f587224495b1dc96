import ipaddr from 'ipaddr.js'

/** Where a caller is counted whose address cannot be read: all of them together, so that no spelling is a way round. */
const UNREADABLE = 'unreadable'

/**
 * What an address is counted as: an IPv4 address alone, an IPv6 address with its /64, which is the least that one line
 * of a provider gets (RFC 6177). An IPv4 address in IPv6's notation is the IPv4 address.
 * @param address as a socket or a trusted proxy gives it; a port after it is let go by
 */
export function networkOf(address: string): string {
  const text = address.match(/^\[([^\]]+)\](?::\d+)?$/)?.[1] ?? address.match(/^([\d.]+):\d+$/)?.[1] ?? address
  const bare = text.replace(/%.*$/, '')
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return UNREADABLE
  const read = ipaddr.process(bare)
  if (read.kind() === 'ipv4') return read.toString()
  const half = (read as ipaddr.IPv6).parts.slice(0, 4)
  return `${half.map((part) => part.toString(16)).join(':')}::/64`
}
