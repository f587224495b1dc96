import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { OnboardingContact } from '../../features/public/pages/onboarding-contact.tsx'

// Loaded on demand, because only invited people need the form.
const InvitedForm = lazy(async () => ({
  default: (await import('../../features/identity/accounts/invited-form.tsx')).InvitedForm,
}))

/** Shows the form to an invited person, and to others how to bring a team on board. */
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
