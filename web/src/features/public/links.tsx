import { siteFacts } from '../../lib/site.ts'
import { useSession } from '../../lib/use-session.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'

/** The one call of public pages: to sign up, or back to work for people who have. */
export function StartLink({ primary = true }: { primary?: boolean }) {
  const session = useSession()
  return (
    <ButtonLink variant={primary ? 'primary' : 'default'} size="lg" to={session ? '/home' : '/signup'}>
      Get Started For Free
    </ButtonLink>
  )
}

/** Leads to where a meeting is booked; outside, where the installation names such an address. */
export function BookingLink({ children }: { children: string }) {
  return (
    <a className="btn btn-lg" href={siteFacts().booking_href}>
      {children}
    </a>
  )
}
