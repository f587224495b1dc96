import { Mail } from 'lucide-react'
import { siteFacts } from '../../../lib/site.ts'
import { useSession } from '../../../lib/use-session.ts'
import { ButtonLink, buttonClass } from '../../../ui/forms/button.tsx'

/** Says how a visitor without an invitation gets one. */
export function OnboardingContact() {
  const session = useSession()
  const { contact_href, contact_text } = siteFacts()
  return (
    <main className="page">
      <div className="empty mt-6">
        <h1 className="text-2xl text-text">Let us set you up</h1>
        <p>
          To bring a team on board, or to meet us first, write to {contact_text}. If somebody invited you, open the link
          in their mail.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <a className={buttonClass({ variant: 'primary' })} href={contact_href}>
            <Mail className="icon" aria-hidden="true" />
            Write a mail
          </a>
          <ButtonLink to={session ? '/home' : '/'}>Back to Home</ButtonLink>
        </div>
      </div>
    </main>
  )
}
