import { ClosingCall } from '../features/public/closing-call.tsx'
import { Figures } from '../features/public/figures.tsx'
import { Hero } from '../features/public/hero.tsx'
import { Showcase } from '../features/public/showcase.tsx'
import { Steps } from '../features/public/steps.tsx'
import '../features/public/public.css'
import '../features/public/landing.css'
import '../features/public/showcase.css'
import '../features/public/landing-narrow.css'

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
