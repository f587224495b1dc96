import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import { formatExact } from '@footnote/contract/shared/timecode.ts'
import { ChevronDown } from 'lucide-react'
import { Menu, MenuChoice } from '../../../../ui/overlays/menu.tsx'
import { playable } from './comparison.ts'

/** Name of a version. */
export const versionName = ({ version }: Pick<Version, 'version'>): string => `v${version}`

const detailsOf = ({ created_at, first_name, last_name }: Version): string =>
  [formatExact(new Date(created_at), new Date()), `${first_name} ${last_name}`.trim()].filter(Boolean).join(', ')

/** The version of one side, and a menu with the others. */
export function VersionChoice({
  label,
  shown,
  versions,
  onChoose,
}: {
  /** Name of the side, for screen readers. */
  label: string
  shown: Version
  /** Without the version of the other side. */
  versions: readonly Version[]
  onChoose: (version: Version) => void
}) {
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button type="button" className="ctl" aria-label={`${label}: ${versionName(shown)}`}>
            {versionName(shown)}
            <ChevronDown className="icon icon-sm" aria-hidden="true" />
          </button>
        }
      >
        <MenuChoice
          options={playable(versions).map((version) => ({
            value: version.video_id,
            label: versionName(version),
            hint: detailsOf(version),
          }))}
          value={shown.video_id}
          onChange={(id) => {
            const chosen = versions.find(({ video_id }) => video_id === id)
            if (chosen && chosen !== shown) onChoose(chosen)
          }}
        />
      </Menu>
      <span className="compare-details truncate">{detailsOf(shown)}</span>
    </>
  )
}
