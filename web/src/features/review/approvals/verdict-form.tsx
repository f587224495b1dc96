import { APPROVALS } from '@footnote/contract/shared/review-limits.ts'
import type { GivenVerdict } from '@footnote/contract/shared/review-status.ts'
import { type FormEvent, useId, useState } from 'react'
import type { ShareAccess } from '../../../lib/calls/client.ts'
import { keepGuestName, readGuestName } from '../../../lib/guest.ts'
import { DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { FieldError, TextField } from '../../../ui/forms/field.tsx'
import { useDecide } from './api.ts'
import { Refusal } from './refusal.tsx'

/** Asks once more, with the number of the version, and for a note. */
export function VerdictForm({
  video,
  share,
  newer,
  verdict,
  named,
  onDone,
}: {
  video: { readonly id: string; readonly version: number }
  share: ShareAccess | null
  newer: { readonly version: number; readonly address: string } | null
  verdict: GivenVerdict
  /** Whether a guest is asked for a name: the link was made for nobody in particular. */
  named: boolean
  onDone: () => void
}) {
  const decide = useDecide(video.id, share)
  const [note, setNote] = useState('')
  const id = useId()
  const long = note.trim().length > APPROVALS.note ? `At most ${APPROVALS.note} characters are allowed` : null
  const approves = verdict === 'approved'
  const [name, setName] = useState(readGuestName)
  const [tried, setTried] = useState(false)
  const nameless = named && name.trim() === '' ? 'Please enter your name' : null
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (long || nameless || decide.isPending) return
    if (named) keepGuestName(name)
    decide.mutate({ verdict, note }, { onSuccess: onDone })
  }
  return (
    <form noValidate onSubmit={send}>
      <DialogBody>
        {decide.error && <Refusal error={decide.error} newer={newer} />}
        <p>
          {approves
            ? 'Your team, and everybody who may approve, sees that you approved. You can withdraw it later.'
            : 'The owner of the video is notified. You can withdraw it later.'}
        </p>
        {named && (
          <TextField
            label="Your name"
            autoComplete="name"
            value={name}
            error={tried ? nameless : null}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <div className="field">
          <label className="label" htmlFor={id}>
            {approves ? 'Note' : 'What should change'}{' '}
            <span className="approval-optional">(optional, for the team only)</span>
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
