import type { Founder } from '@footnote/contract/calls/page-facts.ts'
import { ClosingCall } from '../../features/public/pages/landing/closing-call.tsx'
import { siteFacts } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import '../../features/public/pages/public.css'

export default function Team() {
  return (
    <>
      <main className="wide plain-page">
        <h1>Team</h1>
        <p className="say">Book a meeting, or try Footnote first.</p>
        <div className="founders">
          {siteFacts().founders.map((founder) => (
            <FounderCard key={founder.name} founder={founder} />
          ))}
        </div>
      </main>
      <ClosingCall>See what it finds in your videos.</ClosingCall>
    </>
  )
}

function FounderCard({ founder: { name, role, about, picture } }: { founder: Founder }) {
  return (
    <article className="founder">
      <img src={picture} alt="" width={640} height={360} decoding="async" />
      <div className="founder-words">
        <h2>{name}</h2>
        <p className="text-text-2">{role}</p>
        <p>{about}</p>
        <div className="calls">
          <a className="btn btn-lg btn-primary" href={siteFacts().booking_href}>
            Schedule a meeting
          </a>
          <ButtonLink className="for-newcomers" size="lg" to="/signup">
            Try
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}
