import { siteFacts } from '../../../lib/site.ts'
import { useSession } from '../../../lib/use-session.ts'
import { ButtonLink } from '../../../ui/forms/button.tsx'

/** The main link of public pages, where people can make an account: to the sign-up, or to the product once signed in. */
export function StartLink({ primary = true }: { primary?: boolean }) {
  const session = useSession()
  return (
    <ButtonLink
      className="for-newcomers"
      variant={primary ? 'primary' : 'default'}
      size="lg"
      to={session ? '/home' : '/signup'}
    >
      Get Started For Free
    </ButtonLink>
  )
}

/** Leads to the page for booking a meeting, outside the product if the settings name an address. */
export function BookingLink({ children }: { children: string }) {
  return (
    <a className="btn btn-lg" href={siteFacts().booking_href}>
      {children}
    </a>
  )
}
