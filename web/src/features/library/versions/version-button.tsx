import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { useKeys } from '../../../lib/keyboard/use-keys.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { PopoverButton } from '../../../ui/overlays/popover-button.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import type { VersionsHere } from './use-versions.ts'

const VersionsPopover = lazyPart(async () => (await import('./versions-popover.tsx')).VersionsPopover)

/** Shows the number of the version, and opens the list of all. Nothing for a single one that may not get others. */
export function VersionButton({
  at,
  onUpload,
}: {
  at: VersionsHere
  /** Absent for people who may not add a version. */
  onUpload?: (() => void) | undefined
}) {
  const around = useRef<HTMLSpanElement>(null)
  const { shown, versions } = at
  const offered = shown !== null && (versions.length > 1 || onUpload !== undefined)
  useKeys(offered ? { versions: () => around.current?.querySelector('button')?.click() } : {})
  if (!offered) return null
  return (
    <span ref={around} className="version-place">
      <PopoverButton
        text
        className="tabular-nums"
        label={`v${shown.version}, ${versions.length === 1 ? 'the only version' : `one of ${versions.length} versions`}`}
        popover={(state) => <VersionsPopover {...state} at={at} onUpload={onUpload} />}
      >
        {`v${shown.version}`}
        <ChevronDown className="icon icon-sm" aria-hidden="true" />
      </PopoverButton>
    </span>
  )
}

/** Offers the newest version that plays, if the page shows an earlier one. Nothing switches by itself. */
export function VersionArrived({ at: { versions, shown, go } }: { at: VersionsHere }) {
  const current = versions.find((version) => version.current)
  if (!current || !shown || current.version <= shown.version) return null
  return (
    <div className="review-notice">
      <Alert
        kind="info"
        action={
          <Button size="sm" onClick={() => go(current)}>
            Switch
          </Button>
        }
      >{`Version ${current.version} is here.`}</Alert>
    </div>
  )
}
