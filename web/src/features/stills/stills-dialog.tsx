import { stills } from '@footnote/contract/nouns/stills.ts'
import { STILLS } from '@footnote/contract/shared/limits.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorDetail } from '../../lib/calls/api-error.ts'
import { call } from '../../lib/calls/client.ts'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { Alert } from '../../ui/page/alert.tsx'

interface StillsDialogProps {
  videoId: string
  /** The comments that the list shows. */
  commentIds: readonly string[]
  onClose: () => void
}

/** Asks for a ZIP of the frames of the comments that the list shows. A notification brings it. */
export function StillsDialog({ videoId: video_id, commentIds, onClose }: StillsDialogProps) {
  const [drawings, setDrawings] = useState(true)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call(stills.cut, { params: { video_id }, body: { comment_ids: [...commentIds], drawings } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      onClose()
    },
  })
  const count = commentIds.length
  return (
    <Dialog open onClose={onClose} title="Download Stills" locked={isPending}>
      <DialogBody>
        <p>{sentenceFor(count)}</p>
        <Checkbox checked={drawings} disabled={isPending} onChange={(event) => setDrawings(event.target.checked)}>
          With drawings
        </Checkbox>
        {error && <Alert>{errorDetail(error, 'The stills could not be requested. Please try again.')}</Alert>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button
          variant="primary"
          busy={isPending}
          disabled={count === 0 || count > STILLS.most}
          onClick={() => mutate()}
        >
          Make stills
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function sentenceFor(count: number): string {
  if (count === 0) return 'The list shows no comment. Change its filter, or write a comment first.'
  if (count > STILLS.most)
    return `The list shows ${count} comments. At most ${STILLS.most} stills are made at once: use the filter.`
  const each = count === 1 ? 'the comment' : `each of the ${count} comments`
  return `You get a ZIP with the frame of ${each} that the list shows, as PNG. A notification brings it.`
}
