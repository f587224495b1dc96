import { Link } from 'react-router'
import { useSession } from '../lib/use-session.ts'
import { Button, ButtonLink } from '../ui/forms/button.tsx'
import { Logo } from '../ui/marks/logo.tsx'
import { EarlyFrameEnd } from './early-frame-end.tsx'

/** Shown for unknown addresses. */
export function PageNotFound() {
  return (
    <main className="page">
      <title>Page Not Found · Footnote</title>
      <div className="empty mt-6">
        <h1 className="text-2xl text-text">Page Not Found</h1>
        <p>No page has this address. Check it for a typing error; the page may also have been removed.</p>
        <ButtonLink variant="primary" className="mt-3" to={useSession() ? '/home' : '/'}>
          Back to Home
        </ButtonLink>
      </div>
    </main>
  )
}

const isChunkGone = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)

/** Shown for unforeseen errors. The details go to the console, not to the person. */
export function UnexpectedError({ error }: { error: unknown }) {
  return (
    <div className="min-h-dvh">
      <EarlyFrameEnd />
      <title>Unexpected Application Error! · Footnote</title>
      <header className="bar">
        <Link to="/" aria-label="Footnote" className="inline-flex">
          <Logo />
        </Link>
      </header>
      <main className="page">
        <div className="empty mt-6">
          <h1 className="text-2xl text-text">Unexpected Application Error!</h1>
          <p>
            {isChunkGone(error)
              ? 'This page could not be loaded. Footnote may have been updated, or the connection was lost.'
              : 'Something went wrong on this page. Nothing that you saved is lost.'}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
            <a className="btn" href="/">
              Back to Home
            </a>
          </div>
        </div>
      </main>
    </div>
  )
}
