import { ClosingCall } from '../features/public/closing-call.tsx'
import { type Founder, team } from '../features/public/founders.ts'
import { siteFacts } from '../lib/site.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import '../features/public/public.css'

export default function Team() {
  return (
    <>
      <main className="wide plain-page">
        <h1>Team</h1>
        <p className="say">Two people, one product. Meet them, or try it first.</p>
        <div className="founders">
          {team.founders.map((founder) => (
            <FounderCard key={founder.name} founder={founder} />
          ))}
        </div>
      </main>
      <ClosingCall>See what it finds in your videos.</ClosingCall>
    </>
  )
}

function FounderCard({ founder: { name, role, about, picture, links } }: { founder: Founder }) {
  return (
    <article className="founder">
      <img src={picture} alt="" width={640} height={360} decoding="async" />
      <div className="founder-words">
        <h2>
          {name} {team.example && <Badge kind="line">Example</Badge>}
        </h2>
        <p className="text-text-2">{role}</p>
        <p>{about}</p>
        {links.map(({ label, href }) => (
          <a key={href} className="link" href={href}>
            {label}
          </a>
        ))}
        <div className="calls">
          <a className="btn btn-lg btn-primary" href={siteFacts().booking_href}>
            Schedule a meeting
          </a>
          <ButtonLink size="lg" to="/signup">
            Try
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}
