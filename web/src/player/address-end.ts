/** An address is not counted on for its last moments: the request has to arrive. Milliseconds. */
const ON_THE_WAY = 5_000

/**
 * Whether a signed address is over, or about to be: the product's own name their end (`expires`, seconds since 1970), an
 * object store's when they were signed and for how long. Others have no end that is known.
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
