import { Link } from 'react-router'
import { siteFacts } from '../../../lib/site.ts'
import { Logo } from '../../../ui/marks/logo.tsx'

const LINKS = [
  { label: 'Video Search', to: '/quick-search' },
  { label: 'Quick Review', to: '/quick-review' },
  { label: 'Content studio, coming soon', to: '/quick-gen' },
  { label: 'Use Cases', to: '/use-cases' },
  { label: 'Team', to: '/team' },
  { label: 'Pricing', to: '/pricing', billing: true },
  { label: 'About', to: '/about' },
  { label: 'Help', to: '/help' },
] as const

/** Footer of every public page. */
export function Footer() {
  return (
    <footer className="foot" data-theme="dark">
      <div className="wide">
        <Link className="foot-logo" to="/" aria-label="Footnote">
          <Logo />
        </Link>
        <nav aria-label="Footer">
          {LINKS.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className={'billing' in link ? 'for-billing for-visitors' : 'for-visitors'}
            >
              {link.label}
            </Link>
          ))}
          <a href={siteFacts().source_href}>Source code</a>
        </nav>
      </div>
    </footer>
  )
}
