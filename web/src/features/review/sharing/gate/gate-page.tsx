import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { formatDate } from '@footnote/contract/shared/timecode.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { Avatar, namesIn } from '../../../../ui/marks/avatar.tsx'
import { NotLoaded } from '../../../../ui/page/not-loaded.tsx'
import { Spinner } from '../../../../ui/page/spinner.tsx'
import { CodeStep } from './code-step.tsx'
import { type GateEntries, GateFields } from './gate-fields.tsx'
import { useUnlock } from './use-unlock.ts'
import './gate.css'

interface GateProps {
  link: OpenedLink
  shareToken: string
  /** Reads the link again: it is open now, or no longer there. */
  onOpened: () => Promise<unknown>
}

/** What a guest meets at a link whose maker asks for something. It shows nothing of what the link opens. */
export function GatePage({ link, shareToken, onOpened }: GateProps) {
  const { unlock, wait } = useUnlock(shareToken, onOpened)
  const [entries, setEntries] = useState<GateEntries | null>(null)
  const [mailed, setMailed] = useState(false)
  const { password, name, email } = link.needs
  if (!password && !name && email === 'none') return <OpensItself unlock={() => unlock({})} />
  return (
    <Frame link={link}>
      {mailed && entries ? (
        <CodeStep entries={entries} unlock={unlock} wait={wait} onBack={() => setMailed(false)} />
      ) : (
        <GateFields
          needs={link.needs}
          unlock={unlock}
          wait={wait}
          kept={entries}
          onMailed={(given) => {
            setEntries(given)
            setMailed(true)
          }}
        />
      )}
    </Frame>
  )
}

/** The name of the link, who sent it, and what they will see. */
function Frame({ link, children }: { link: OpenedLink; children: ReactNode }) {
  const { shared_by, expires_at } = link
  const title = titleOf(link)
  return (
    <main className="gate">
      <title>{`${title} · Footnote`}</title>
      <div className="gate-form">
        <h1>{title}</h1>
        <p className="gate-from">
          <Avatar size="sm" {...namesIn(shared_by)} />
          <span>
            <bdi>{shared_by}</bdi>
            {asksFor(link)}
          </span>
        </p>
        {children}
      </div>
      <p className="gate-note">
        <bdi>{shared_by}</bdi> sees when you open this link and what you {link.kind === 'box' ? 'send' : 'watch'}.
        {expires_at && ` It ends on ${formatDate(new Date(expires_at))}.`}
      </p>
    </main>
  )
}

/** What the maker of a link wants, after their name. */
function asksFor({ kind, permission }: OpenedLink): string {
  if (kind === 'box') return ' asks you for videos'
  return permission === 'viewer' ? ' shares this with you' : ' asks for your review'
}

/** The name that its maker gave the link; a link without one names no video. */
function titleOf({ name, shared_by, kind }: OpenedLink): string {
  const sender = shared_by || 'Somebody'
  if (kind === 'box') return name ?? `${sender} asks you for videos`
  return name ?? `${sender} shares ${kind === 'set' || kind === 'collection' ? 'videos' : 'a video'} with you`
}

/** A link that only counts its views asks nothing. */
function OpensItself({ unlock }: { unlock: () => Promise<unknown> }) {
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and at each further try
  useEffect(() => {
    setFailed(false)
    unlock().then(
      (outcome) => setFailed(outcome === 'waits'),
      () => setFailed(true),
    )
  }, [tries])
  return (
    <main className="page">
      {failed ? (
        <NotLoaded what="The link could not be opened." onRetry={() => setTries(tries + 1)} />
      ) : (
        <div className="grid place-items-center py-24">
          <Spinner label="Opening the link" />
        </div>
      )}
    </main>
  )
}
