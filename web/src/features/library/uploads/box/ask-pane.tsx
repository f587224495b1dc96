import type { Box } from '@footnote/contract/nouns/review/sharing/box.ts'
import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { ReactNode } from 'react'
import { Avatar, namesIn } from '../../../../ui/marks/avatar.tsx'

/** What a box asks for, of whom, and its limits. @param children who sends */
export function AskPane({ box, title, children }: { box: Box; title: string; children: ReactNode }) {
  const { sender, company, message, max_files, max_bytes, expires_at } = box
  const owner = company ?? sender
  return (
    <section className="send-ask" aria-label="What is asked for">
      <div className="send-request">
        <h1>{title}</h1>
        <p className="send-from">
          <Avatar size="sm" {...namesIn(sender)} />
          <span>
            <bdi>{sender}</bdi>
            {/* Who works alone has a company of their own name. */}
            {company && company !== sender && (
              <>
                , <bdi>{company}</bdi>,
              </>
            )}{' '}
            asks you for videos
          </span>
        </p>
        {message && <blockquote className="send-message">{message}</blockquote>}
        <dl className="send-limits">
          <Fact name="Files">{`videos, up to ${max_files}`}</Fact>
          <Fact name="Size">{`${formatFileSize(UPLOAD.max_bytes)} each, ${formatFileSize(max_bytes)} together`}</Fact>
          <Fact name="Open until">{dayWords(new Date(expires_at))}</Fact>
          <Fact name="Who sees them">
            <bdi>{owner}</bdi>. You see only what you send.
          </Fact>
        </dl>
        {children}
      </div>
      <p className="send-note">
        What arrives is checked and kept for <bdi>{owner}</bdi>. Nothing here is public.
      </p>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Under which name the guest sends. */
export function SenderLine({ name, onChange }: { name: string; onChange: () => void }) {
  return (
    <p className="send-who">
      <Avatar size="sm" {...namesIn(name)} />
      <span>
        Sending as <b dir="auto">{name}</b>
      </span>
      <button type="button" className="link" onClick={onChange}>
        Change
      </button>
    </p>
  )
}

/** For example 'Friday, Dec 4, 2026, 18:00'. */
function dayWords(at: Date): string {
  const day = at.toLocaleDateString('en-US', { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' })
  return `${day}, ${at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`
}
