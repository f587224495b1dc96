import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * A dialog that a link can open: `?name=true` opens it. The parameter is then removed, so that neither a reload nor the
 * back button opens the dialog again.
 */
export function useOpenedByAddress(name: string): [boolean, (open: boolean) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = search.get(name) === 'true'
  const [open, setOpen] = useState(asked)
  // While the router still removes the parameter, a person may have closed the dialog already.
  const heard = useRef(false)
  useEffect(() => {
    if (heard.current === asked) return
    heard.current = asked
    if (!asked) return
    setOpen(true)
    setSearch(
      (current) => {
        current.delete(name)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }, [asked, name, setSearch])
  return [open, setOpen]
}
