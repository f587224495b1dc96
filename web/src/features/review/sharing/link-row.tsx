import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { useChangeLink, useRevokeLink } from './api.ts'
import { CopyAddress, PauseButton } from './link-buttons.tsx'
import {
  expiryWords,
  lastUseWords,
  linkTitle,
  makerWords,
  permissionWord,
  revocationWords,
  settingWords,
  shownWords,
} from './link-words.ts'
import { MarkedCopies } from './marked-copies.tsx'

/** A part of the dialog that is about one link. */
export type LinkPart = 'settings' | 'visits'

interface RowProps {
  link: ShareLink
  /** What its buttons are about, for screen readers. */
  name: string
  onOpen: (part: LinkPart) => void
}

/** A link, what it allows, and what can be done with it. */
export function LinkRow({ link, name, onOpen }: RowProps) {
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeLink()
  if (asking)
    return (
      <li className="is-asked">
        <div className="min-w-0 flex-1">
          <Title link={link} />
          <p className="text-xs text-text-2">
            {revoke.isError ? 'Footnote could not revoke this link.' : revocationWords(link)}
          </p>
        </div>
        <Button size="sm" autoFocus disabled={revoke.isPending} onClick={() => setAsking(false)}>
          Cancel
        </Button>
        <Button size="sm" variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate(link.id)}>
          {revoke.isError ? 'Retry' : 'Revoke link'}
        </Button>
      </li>
    )
  return (
    <li>
      <div className="min-w-0 flex-1">
        <Title link={link} />
        <Facts link={link} />
        <p className="text-xs text-text-2 [overflow-wrap:anywhere]">{makerWords(link)}</p>
        <NewerVersion link={link} />
        <MarkedCopies link={link} name={name} />
        <Actions link={link} name={name} onOpen={onOpen} />
      </div>
      <Button size="sm" aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
    </li>
  )
}

const Title = ({ link }: { link: ShareLink }) => (
  <p className="font-medium [overflow-wrap:anywhere]" dir="auto">
    {linkTitle(link)}
  </p>
)

const Facts = ({ link }: { link: ShareLink }) => (
  <p className="meta">
    <span>{permissionWord(link.permission)}</span>
    {[
      shownWords(link),
      expiryWords(link.expires_at),
      lastUseWords(link.last_used_at, new Date()),
      ...settingWords(link),
    ]
      .filter((word) => word !== null)
      .map((word) => (
        <span key={word}>{word}</span>
      ))}
  </p>
)

/** Offers the newest version to a link that shows an earlier one. */
function NewerVersion({ link }: { link: ShareLink }) {
  const { newer_version, items, guest_name } = link
  const change = useChangeLink(link.id)
  const shown = items[0]?.version
  // A link for one person asks for a verdict on its version.
  if (!newer_version || !shown || guest_name !== null) return null
  const { video_id, version } = newer_version
  return (
    <p className="link-note">
      <span>
        {change.isError ? 'The link could not be changed.' : `Shows version ${shown}, version ${version} exists.`}
      </span>
      <Button
        size="sm"
        busy={change.isPending}
        onClick={() => change.mutate({ kind: 'version', ids: [video_id] })}
      >{`Show version ${version}`}</Button>
    </p>
  )
}

const Actions = ({ link, name, onOpen }: RowProps) => (
  <div className="link-actions">
    <CopyAddress link={link} name={name} />
    <Button size="sm" variant="ghost" aria-label={`Settings: ${name}`} onClick={() => onOpen('settings')}>
      Settings
    </Button>
    <Button size="sm" variant="ghost" aria-label={`Visits: ${name}`} onClick={() => onOpen('visits')}>
      Visits
    </Button>
    <PauseButton link={link} name={name} />
  </div>
)
