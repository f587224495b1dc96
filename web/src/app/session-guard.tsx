import { Navigate, useLocation } from 'react-router'
import { hasLeft } from '../lib/session.ts'

/** Address of the login screen that leads back to the wanted page. @param path with query string */
const loginAddress = (path: string): string => (path === '/home' ? '/login' : `/login?next=${encodeURIComponent(path)}`)

/** Leads to the login screen, which leads back here unless the person logged out. */
export function LeadToLogin() {
  const { pathname, search } = useLocation()
  return <Navigate to={hasLeft() ? '/login' : loginAddress(pathname + search)} replace />
}
