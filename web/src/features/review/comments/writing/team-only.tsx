import { Users } from 'lucide-react'
import { Tooltip } from '../../../../ui/overlays/tooltip.tsx'

/** A switch: whether a new comment is for members of the company only. */
export function TeamOnly({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return (
    <Tooltip text="People with a share link do not see it">
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-label="Team only"
        className="btn btn-ghost btn-sm team-only"
        onClick={() => onChange(!on)}
      >
        <Users className="icon icon-sm" aria-hidden="true" />
        <span>Team only</span>
      </button>
    </Tooltip>
  )
}
