import { lazy, Suspense, use } from 'react'
import { useNavigate } from 'react-router'
import { PlanTable } from '../../features/identity/plans/plan-table.tsx'
import { planQuestions } from '../../features/identity/plans/plans.ts'
import { Footer } from '../../features/public/pages/footer.tsx'
import { Questions } from '../../features/public/pages/questions.tsx'
import { InUserShell } from '../../lib/use-session.ts'
import '../../features/public/pages/public.css'

// Visitors cannot choose a plan, so they do not load the query cache.
const OwnPricing = lazy(async () => ({ default: (await import('../own-pricing.tsx')).OwnPricing }))

export default function Pricing() {
  const inShell = use(InUserShell)
  return (
    <>
      <main className="wide plain-page">
        {inShell ? (
          <Suspense fallback={<VisitorPlans />}>
            <OwnPricing />
          </Suspense>
        ) : (
          <VisitorPlans />
        )}
        <Questions questions={planQuestions} />
      </main>
      <div className="pt-24">
        <Footer />
      </div>
    </>
  )
}

function VisitorPlans() {
  const navigate = useNavigate()
  const logInFirst = async () => {
    const { toast } = await import('../../ui/overlays/toast.ts')
    toast.error('Please log in to subscribe to a plan')
    await navigate('/login')
  }
  return (
    <>
      <div className="pricing-head">
        <h1>Pricing</h1>
      </div>
      <PlanTable current={null} busy={null} onChoose={logInFirst} />
    </>
  )
}
