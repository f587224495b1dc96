/** An address counts as expired this many milliseconds early, because the request needs time to arrive. */
const ON_THE_WAY = 5_000

/**
 * Whether a signed address has expired or is about to. The product's own addresses name the end (`expires`, seconds
 * since 1970); those of an object store name the time of signing and the lifetime. Other addresses have no known end.
 */
export function hasEnded(address: string, now = Date.now()): boolean {
  const query = new URL(address, location.origin).searchParams
  const expires = query.get('expires')
  const signed = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '')
  if (expires !== null) return Number(expires) * 1000 - ON_THE_WAY < now
  if (!signed) return false
  const [year = 0, month = 1, ...rest] = signed.slice(1).map(Number)
  const [day, hours, minutes, seconds] = rest
  const begin = Date.UTC(year, month - 1, day, hours, minutes, seconds)
  return begin + Number(query.get('X-Amz-Expires')) * 1000 - ON_THE_WAY < now
}
