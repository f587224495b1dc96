import { APPROVALS } from '@footnote/contract/shared/review-limits.ts'
import type { GivenVerdict } from '@footnote/contract/shared/review-status.ts'
import { type FormEvent, useId, useState } from 'react'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import { useDecide } from './api.ts'
import { Refusal } from './refusal.tsx'

/** Asks once more, with the number of the version, and for a note. */
export function VerdictForm({
  video,
  share,
  newer,
  verdict,
  onDone,
}: {
  video: { readonly id: string; readonly version: number }
  share: ShareAccess | null
  newer: { readonly version: number; readonly address: string } | null
  verdict: GivenVerdict
  onDone: () => void
}) {
  const decide = useDecide(video.id, share)
  const [note, setNote] = useState('')
  const id = useId()
  const long = note.trim().length > APPROVALS.note ? `At most ${APPROVALS.note} characters are allowed` : null
  const approves = verdict === 'approved'
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!long && !decide.isPending) decide.mutate({ verdict, note }, { onSuccess: onDone })
  }
  return (
    <form noValidate onSubmit={send}>
      <DialogBody>
        {decide.error && <Refusal error={decide.error} newer={newer} />}
        <p>
          {approves
            ? 'Everybody who sees this review sees that you approved. You can withdraw it later.'
            : 'The owner of the video is told. You can withdraw it later.'}
        </p>
        <div className="field">
          <label className="label" htmlFor={id}>
            {approves ? 'Note' : 'What should change'} <span className="approval-optional">(optional)</span>
          </label>
          <textarea
            id={id}
            className="input"
            rows={3}
            dir="auto"
            value={note}
            aria-invalid={long ? true : undefined}
            aria-describedby={long ? `${id}-message` : undefined}
            onChange={(event) => setNote(event.target.value)}
          />
          <FieldError id={`${id}-message`} error={long} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone} disabled={decide.isPending}>
          Back
        </Button>
        <Button type="submit" variant="primary" busy={decide.isPending}>
          {approves ? `Approve version ${video.version}` : 'Request changes'}
        </Button>
      </DialogFooter>
    </form>
  )
}
