import { Link } from 'react-router'
import { siteFacts } from '../../lib/site.ts'
import { useSession } from '../../lib/use-session.ts'
import { Logo } from '../../ui/marks/logo.tsx'

/**
 * Bar of pages that a share link opens. Guests come for the video, so there are only two other links: the guide, and the
 * source code, which the licence promises them, too.
 */
export function GuestBar() {
  const session = useSession()
  return (
    <header className="bar">
      <Link to={session ? '/home' : '/'} aria-label="Footnote" className="bar-logo mr-auto inline-flex">
        <Logo />
      </Link>
      <Link className="nav-link text-xs" to="/help">
        Help
      </Link>
      <a className="nav-link text-xs" href={siteFacts().source_href}>
        Source code
      </a>
      <span className="guest-place" />
    </header>
  )
}
