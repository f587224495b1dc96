import { Link } from 'react-router'
import { siteFacts } from '../../lib/site.ts'
import { useSession } from '../../lib/use-session.ts'
import { Logo } from '../../ui/marks/logo.tsx'

/** The bar over what a link shows. Whoever was sent here came for the video, so it offers nothing else but the source code, which guests have a right to, too. */
export function GuestBar() {
  const session = useSession()
  return (
    <header className="bar">
      <Link to={session ? '/home' : '/'} aria-label="Footnote" className="mr-auto inline-flex rounded-md">
        <Logo />
      </Link>
      <a className="nav-link text-xs" href={siteFacts().source_href}>
        Source code
      </a>
    </header>
  )
}
