import { Columns2, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { Popover, type PopoverState } from '../../../ui/overlays/popover.tsx'
import { versionBeside } from './compare/comparison.ts'
import type { VersionsHere } from './use-versions.ts'
import { VersionRows } from './version-rows.tsx'

/** The list of versions below the version button. */
export function VersionsPopover({
  at: { versions, shown, addressOf, comparison },
  onUpload,
  ...state
}: PopoverState & { at: VersionsHere; onUpload?: (() => void) | undefined }) {
  const close = () => state.onOpenChange(false)
  const compared = comparison()
  const beside = shown && versionBeside(versions, shown.video_id)
  return (
    <Popover
      {...state}
      align="start"
      sideOffset={12}
      className="versions-popover"
      aria-label="Versions"
      onClick={close}
      onOpenAutoFocus={focusShown}
    >
      <VersionRows versions={versions} shown={shown?.video_id ?? null} addressOf={addressOf} />
      {(compared || onUpload) && <div className="versions-line" />}
      {compared && (
        <Link className="menu-item" to={compared}>
          <Columns2 className="icon" aria-hidden="true" />
          Compare
          {shown && beside && (
            <span className="version-open ml-auto">{`v${shown.version} with v${beside.version}`}</span>
          )}
        </Link>
      )}
      {onUpload && (
        <button type="button" className="menu-item" onClick={onUpload}>
          <Upload className="icon" aria-hidden="true" />
          Upload new version
        </button>
      )}
    </Popover>
  )
}

/** By default, the first element that is no link gets the focus. */
function focusShown(event: Event): void {
  const row = event.target instanceof Element ? event.target.querySelector<HTMLElement>('[aria-current]') : null
  if (!row) return
  event.preventDefault()
  row.focus()
}
