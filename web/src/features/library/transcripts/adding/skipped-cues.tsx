import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import type { ImportOutcome } from './subtitle-calls.ts'

/** How many subtitles of a file were left out, and on request which and why. */
export function SkippedCues({
  name,
  result: { skipped, skipped_count },
  onClose,
}: {
  /** That of the file or track. */
  name: string
  result: ImportOutcome
  onClose: () => void
}) {
  const [open, setOpen] = useState(false)
  const fact =
    skipped_count === 1
      ? 'One subtitle was left out.'
      : `${skipped_count.toLocaleString('en')} subtitles were left out.`
  const more = skipped_count - skipped.length
  return (
    <div className="adding-state" role="status">
      <TriangleAlert className="icon adding-skipped" aria-hidden="true" />
      <span>{fact}</span>
      <span className="adding-do">
        <Button size="sm" onClick={() => setOpen(true)}>
          Show why
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Close
        </Button>
      </span>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title="Subtitles that were left out">
          <DialogBody className="grid gap-3">
            <p className="text-text-2">
              {fact} The other lines of <bdi>{name}</bdi> are in the transcript.
            </p>
            <ul className="skipped-cues" aria-label="Subtitles that were left out">
              {skipped.map(({ line, reason }) => (
                <li key={line}>
                  <span className="faint">Line {line.toLocaleString('en')}</span>
                  <span>{reason}</span>
                </li>
              ))}
            </ul>
            {more > 0 && <p className="text-text-2">{`and ${more.toLocaleString('en')} more`}</p>}
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </DialogFooter>
        </Dialog>
      )}
    </div>
  )
}
