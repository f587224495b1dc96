import { useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { useChangeLink, useMakeLink } from '../api.ts'
import { useDraftErrors } from '../settings/use-draft-errors.ts'
import { type BoxDraft, type BoxLink, boxChange, boxCreation, boxDraftOf, boxFieldOf, plainBox } from './box-draft.ts'
import { BoxFields } from './box-fields.tsx'

interface FormProps {
  collection_id: string
  /** The box to change; null for a new one. */
  link: BoxLink | null
  /** @param address of a new box */
  onSaved: (address: string | null) => void
  onClose: () => void
}

/** Makes a box, or changes one, also while guests use it. */
export function BoxForm({ collection_id, link, onSaved, onClose }: FormProps) {
  const [draft, setDraft] = useState<BoxDraft>(() => (link ? boxDraftOf(link) : plainBox()))
  const { errors, clear, refuse, refuseBy, forget } = useDraftErrors(boxFieldOf)
  const [failure, setFailure] = useState<string | null>(null)
  const make = useMakeLink()
  const change = useChangeLink(link?.id ?? '')
  const busy = make.isPending || change.isPending
  const send = async (): Promise<void> => {
    if (link) {
      const { body, errors: found } = boxChange(link, draft)
      if (!body) return refuse(found)
      if (Object.keys(body).length > 0) await change.mutateAsync(body)
      return onSaved(null)
    }
    const { body, errors: found } = boxCreation(draft, collection_id)
    if (!body) return refuse(found)
    onSaved((await make.mutateAsync({ link: body })).share_url)
  }
  const save = async () => {
    clear()
    setFailure(null)
    try {
      await send()
    } catch (error) {
      if (!refuseBy(error)) setFailure(errorDetail(error, 'The box could not be saved. Try again.'))
    }
  }
  return (
    <form
      noValidate
      className="box-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <DialogBody>
        {failure && <Alert>{failure}</Alert>}
        <BoxFields
          draft={draft}
          errors={errors}
          has_password={link?.has_password ?? false}
          onChange={(part) => {
            setDraft((before) => ({ ...before, ...part }))
            forget(part)
          }}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {link ? 'Save' : 'Make the box'}
        </Button>
      </DialogFooter>
    </form>
  )
}
