import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Frame } from '../../../ui/marks/frame.tsx'
import { RelativeTime } from '../../../ui/marks/relative-time.tsx'
import { reviewWords } from '../../../ui/marks/review-chip.tsx'
import { StatusBadge } from '../../../ui/marks/status-badge.tsx'
import './versions.css'

/** The versions of a video, newest first; each leads to its review. */
export function VersionRows({
  versions,
  shown,
  addressOf,
  actions,
}: {
  versions: readonly Version[]
  /** Id of the version that the page shows. */
  shown: string | null
  addressOf: (version: Version) => string
  /** Drawn at the end of a row. */
  actions?: (version: Version) => ReactNode
}) {
  return (
    <ul aria-label="Versions">
      {versions.map((version) => (
        <li key={version.video_id} className="version">
          <Link
            to={addressOf(version)}
            className="version-link row-link"
            aria-current={version.video_id === shown || undefined}
          >
            <Frame src={version.thumbnail_url} />
            <span className="version-facts">
              <span className="truncate">
                <strong className="version-number">{`v${version.version}`}</strong>{' '}
                <RelativeTime at={version.created_at} />
                {nameOf(version)}
              </span>
              <State version={version} />
            </span>
            <span className="version-open">
              {version.open_comments > 0 ? `${version.open_comments} open` : 'none open'}
            </span>
          </Link>
          {actions?.(version)}
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ first_name, last_name }: Version): string => {
  const name = `${first_name} ${last_name}`.trim()
  return name && `, ${name}`
}

/** Which one cards show, or why a version is not it. */
function State({ version: { status, current, error, review_status } }: { version: Version }) {
  if (status === 'SUCCESS' || (current && status === 'VALIDATING'))
    return <span>{`${current ? 'Current' : 'Earlier'}, ${reviewWords(review_status).toLowerCase()}`}</span>
  return (
    <span className="version-state" title={error ?? undefined}>
      <StatusBadge status={status} percentage={0} />
      {status === 'FAILED' && <span className="truncate">{error ?? 'It never becomes the current version.'}</span>}
    </span>
  )
}
