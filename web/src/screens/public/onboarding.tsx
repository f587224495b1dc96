import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { OnboardingContact } from '../../features/public/onboarding-contact.tsx'

// The form is sent to those who were invited only.
const InvitedForm = lazy(async () => ({
  default: (await import('../../features/accounts/invited-form.tsx')).InvitedForm,
}))

/** The link of an invitation leads to its form; without one, to how to bring a team on board. */
export default function Onboarding() {
  const [search] = useSearchParams()
  const [email, token] = [search.get('email'), search.get('token')]
  if (!email || !token) return <OnboardingContact />
  return (
    <Suspense fallback={null}>
      <InvitedForm key={token} email={email} token={token} />
    </Suspense>
  )
}
