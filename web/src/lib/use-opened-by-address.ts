import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * A dialog that a link can open: `?name=true` opens it. The parameter is then removed, so that neither a reload nor the
 * back button opens the dialog again.
 */
export function useOpenedByAddress(name: string): [boolean, (open: boolean) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = search.get(name) === 'true'
  const [open, setOpen] = useState(asked)
  useEffect(() => {
    if (!asked) return
    setOpen(true)
    setSearch(
      (current) => {
        current.delete(name)
        return current
      },
      { replace: true },
    )
  }, [asked, name, setSearch])
  return [open, setOpen]
}
