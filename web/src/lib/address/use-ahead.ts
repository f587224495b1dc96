import { useState } from 'react'

/**
 * The value of the address or, ahead of it, a newer choice or input: while the address changes, the second of two quick
 * choices would undo the first. The newer value is dropped when the address changes, so that the back button restores
 * all of it.
 * @param address the newer value is dropped when it changes
 */
export function useAhead<Value>(address: string, said: Value): [Value, (value: Value) => void] {
  const [ahead, setAhead] = useState<{ value: Value; since: string } | null>(null)
  if (ahead && ahead.since !== address) setAhead(null)
  return [ahead?.since === address ? ahead.value : said, (value) => setAhead({ value, since: address })]
}
