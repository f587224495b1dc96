import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { Alert } from '../../../../ui/page/alert.tsx'
import { useChangeLink } from '../api.ts'
import { linkTitle } from '../link-words.ts'
import { changeOf, draftOf, fieldOf, type LinkDraft } from './link-draft.ts'
import { LinkFields } from './link-fields.tsx'
import { PermissionAndEnd } from './permission-and-end.tsx'
import { useDraftErrors } from './use-draft-errors.ts'

/** Changes the settings of a link, also while guests use it. */
export function LinkSettings({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const [draft, setDraft] = useState<LinkDraft>(() => draftOf(link))
  const { errors, clear, refuse, refuseBy, forget } = useDraftErrors(fieldOf)
  const [failure, setFailure] = useState<string | null>(null)
  const change = useChangeLink(link.id)
  const { body } = changeOf(link, draft)
  const changed = body === null || Object.keys(body).length > 0
  const save = async () => {
    const { body, errors: found } = changeOf(link, draft)
    clear()
    setFailure(null)
    if (!body) return refuse(found)
    try {
      await change.mutateAsync(body)
      toast('Link saved')
      onClose()
    } catch (error) {
      if (!refuseBy(error)) setFailure(errorDetail(error, 'The link could not be saved. Try again.'))
    }
  }
  const onChange = (part: Partial<LinkDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    forget(part)
  }
  const asked = link.guest_name !== null
  const follows = !asked && (link.kind === 'version' || link.kind === 'stack')
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        if (changed) void save()
      }}
    >
      <DialogBody>
        <div className="flex items-center gap-2">
          <Button variant="ghost" className="btn-icon" aria-label="Back to the links" autoFocus onClick={onClose}>
            <ArrowLeft className="icon" aria-hidden="true" />
          </Button>
          <p className="min-w-0 font-medium [overflow-wrap:anywhere]">{linkTitle(link)}</p>
        </div>
        {failure && <Alert>{failure}</Alert>}
        <PermissionAndEnd draft={draft} errors={errors} fixed={asked} onChange={onChange} />
        <LinkFields
          draft={draft}
          errors={errors}
          onChange={onChange}
          kinds={follows ? ['version', 'stack'] : [link.kind]}
          has_password={link.has_password}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={change.isPending} disabled={!changed}>
          Save
        </Button>
      </DialogFooter>
    </form>
  )
}
