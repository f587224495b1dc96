import { pages } from 'virtual:guide'
import { Link, useParams } from 'react-router'
import { type GuidePage, guideAddress } from '../../features/public/guide/guide-page.ts'
import { GuideText, Inlines } from '../../features/public/guide/guide-text.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Breadcrumbs } from '../../ui/page/page-header.tsx'
import '../../features/public/guide/guide.css'

export default function HelpPage() {
  const { page: name } = useParams()
  const place = pages.findIndex((page) => page.name === name)
  const page = pages[place]
  if (!page) return <NoSuchPage />
  const { title, summary, blocks } = page
  return (
    // A key of its own: the focus moves to the new page, and does not stay on the link that led there.
    <main key={name} className="page guide">
      <title>{`${title} · Help · Footnote`}</title>
      <Breadcrumbs entries={[{ label: 'Help', to: guideAddress() }, { label: title }]} />
      <h1>{title}</h1>
      <p className="say">
        <Inlines of={summary} />
      </p>
      <div className="guide-text">
        <GuideText blocks={blocks} />
      </div>
      <Ways before={pages[place - 1]} after={pages[place + 1]} />
    </main>
  )
}

/** Links to the pages beside this one. */
const Ways = ({ before, after }: { before: GuidePage | undefined; after: GuidePage | undefined }) => (
  <nav className="guide-ways" aria-label="Pages of the guide">
    {before && (
      <Link rel="prev" to={guideAddress(before.name)}>
        <span>Previous</span>
        {before.title}
      </Link>
    )}
    {after && (
      <Link rel="next" to={guideAddress(after.name)}>
        <span>Next</span>
        {after.title}
      </Link>
    )}
  </nav>
)

function NoSuchPage() {
  return (
    <main className="page">
      <title>Page Not Found · Footnote</title>
      <div className="empty mt-6">
        <h1 className="text-2xl text-text">Page Not Found</h1>
        <p>The guide has no page at this address.</p>
        <ButtonLink variant="primary" className="mt-3" to={guideAddress()}>
          Back to Help
        </ButtonLink>
      </div>
    </main>
  )
}
