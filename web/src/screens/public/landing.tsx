import { ClosingCall } from '../../features/public/landing/closing-call.tsx'
import { Figures } from '../../features/public/landing/figures.tsx'
import { Hero } from '../../features/public/landing/hero.tsx'
import { Showcase } from '../../features/public/landing/showcase.tsx'
import { Steps } from '../../features/public/landing/steps.tsx'
import '../../features/public/public.css'
import '../../features/public/landing/landing.css'
import '../../features/public/landing/showcase.css'
import '../../features/public/landing/landing-narrow.css'

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
