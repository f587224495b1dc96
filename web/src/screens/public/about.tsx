import { aboutQuestions } from '../../features/public/pages/about-questions.ts'
import { ClosingCall } from '../../features/public/pages/landing/closing-call.tsx'
import { Questions } from '../../features/public/pages/questions.tsx'
import { siteFacts } from '../../lib/site.ts'
import '../../features/public/pages/public.css'

export default function About() {
  const { contact_href, contact_text } = siteFacts()
  return (
    <>
      <main className="wide plain-page">
        <h1>About</h1>
        <p className="say">
          Questions, ideas, something broken? Write to{' '}
          <a className="link" href={contact_href}>
            {contact_text}
          </a>
          .
        </p>
        <Questions questions={aboutQuestions} />
      </main>
      <ClosingCall>Ask your own footage next.</ClosingCall>
    </>
  )
}
