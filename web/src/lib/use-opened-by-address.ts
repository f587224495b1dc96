import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * A dialog that a link can open: `?name=true` opens it and is then taken out of the address, so that neither a reload nor
 * the back button opens it again.
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
