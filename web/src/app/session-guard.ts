import { type LoaderFunctionArgs, redirect } from 'react-router'
import { readSession } from '../lib/session.ts'

/** Address of the login screen that leads back to where the person was going. @param path with query string */
export const loginAddress = (path: string): string =>
  path === '/' || path === '/home' ? '/login' : `/login?next=${encodeURIComponent(path)}`

/** Lets only people through who are signed in. */
export function requireSession({ request }: LoaderFunctionArgs): null {
  if (readSession()) return null
  const { pathname, search } = new URL(request.url)
  throw redirect(loginAddress(pathname + search))
}

/** The front door: home for people who are signed in, the login screen for others. */
export function frontDoor(): never {
  throw redirect(readSession() ? '/home' : '/login')
}
