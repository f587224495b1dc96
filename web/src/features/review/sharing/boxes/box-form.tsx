import { useState } from 'react'
import { ApiError, errorDetail } from '../../../../lib/calls/api-error.ts'
import { DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { useChangeLink, useMakeLink } from '../api.ts'
import {
  type BoxDraft,
  type BoxErrors,
  type BoxLink,
  boxChange,
  boxCreation,
  boxDraftOf,
  boxFieldOf,
  plainBox,
} from './box-draft.ts'
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
  const [errors, setErrors] = useState<BoxErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const make = useMakeLink()
  const change = useChangeLink(link?.id ?? '')
  const busy = make.isPending || change.isPending
  const send = async (): Promise<void> => {
    if (link) {
      const { body, errors } = boxChange(link, draft)
      setErrors(errors ?? {})
      if (!body) return
      if (Object.keys(body).length > 0) await change.mutateAsync(body)
      return onSaved(null)
    }
    const { body, errors } = boxCreation(draft, collection_id)
    setErrors(errors ?? {})
    if (body) onSaved((await make.mutateAsync({ link: body })).share_url)
  }
  const save = async () => {
    setFailure(null)
    try {
      await send()
    } catch (error) {
      const named = error instanceof ApiError ? Object.entries(error.fields) : []
      setErrors(Object.fromEntries(named.map(([name, sentence]) => [boxFieldOf(name), sentence])))
      setFailure(named.length > 0 ? null : errorDetail(error, 'The box could not be saved. Try again.'))
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
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
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
