import { ClosingCall } from '../../features/public/pages/landing/closing-call.tsx'
import { Figures } from '../../features/public/pages/landing/figures.tsx'
import { Hero } from '../../features/public/pages/landing/hero.tsx'
import { Showcase } from '../../features/public/pages/landing/showcase.tsx'
import { Steps } from '../../features/public/pages/landing/steps.tsx'
import '../../features/public/pages/public.css'
import '../../features/public/pages/landing/landing.css'
import '../../features/public/pages/landing/showcase.css'

export default function Landing() {
  return (
    <>
      <main>
        <Hero />
        <Steps />
        <Showcase />
        <Figures />
      </main>
      <ClosingCall>Your footage already has the answer.</ClosingCall>
    </>
  )
}
