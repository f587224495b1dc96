import { TIMING } from '@footnote/contract/shared/limits.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Opens another page once a form is done, after a moment to read its confirmation. */
export function useRedirect(address: string, done: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => navigate(address), TIMING.redirect)
    return () => clearTimeout(timer)
  }, [address, done, navigate])
}
