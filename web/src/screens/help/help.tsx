import { pages } from 'virtual:guide'
import { Link } from 'react-router'
import { guideAddress } from '../../features/public/guide/guide-page.ts'
import { Inlines } from '../../features/public/guide/guide-text.tsx'
import '../../features/public/guide/guide.css'

export default function Help() {
  return (
    <main className="page guide">
      <h1>Help</h1>
      <p className="say">How to use Footnote, in ten short pages.</p>
      <ol className="guide-list">
        {pages.map(({ name, title, summary }) => (
          <li key={name}>
            <Link className="quiet-link" to={guideAddress(name)}>
              {title}
            </Link>
            <p>
              <Inlines of={summary} />
            </p>
          </li>
        ))}
      </ol>
    </main>
  )
}
