import { Navigate, useLocation } from 'react-router'
import { useSession } from '../lib/use-session.ts'

/** Address of the login screen that leads back to where the person was going. @param path with query string */
const loginAddress = (path: string): string =>
  path === '/' || path === '/home' ? '/login' : `/login?next=${encodeURIComponent(path)}`

/** Leads to the login screen, and from there back here. */
export function LeadToLogin() {
  const { pathname, search } = useLocation()
  return <Navigate to={loginAddress(pathname + search)} replace />
}

/** The front door: home for people who are signed in, the login screen for others. */
export function FrontDoor() {
  return <Navigate to={useSession() ? '/home' : '/login'} replace />
}
