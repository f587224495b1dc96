import { useNavigate } from 'react-router'
import { siteFacts } from '../../lib/site.ts'
import { Button } from '../../ui/forms/button.tsx'
import '../../features/public/guide/guide.css'

/** Names the contact for the source code: section 13 of the licence entitles every user to it. */
export default function SourceCode() {
  const { contact_email, contact_href, contact_text } = siteFacts()
  const navigate = useNavigate()
  return (
    <main className="page guide">
      <h1>Source code</h1>
      <p className="say">
        Footnote is free software under the GNU Affero General Public License, version 3 or later. Everybody who uses
        this installation has a right to its source code.
      </p>
      <div className="guide-text">
        <p>
          To get it, ask{' '}
          {contact_email ? (
            <a className="link" href={contact_href}>
              {contact_text}
            </a>
          ) : (
            contact_text
          )}
          .
        </p>
      </div>
      {window.history.length > 1 && (
        <Button className="mt-6" onClick={() => navigate(-1)}>
          Back
        </Button>
      )}
    </main>
  )
}
