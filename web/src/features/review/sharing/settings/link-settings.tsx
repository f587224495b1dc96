import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { ApiError, errorDetail } from '../../../../lib/calls/api-error.ts'
import { DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { Alert } from '../../../../ui/page/alert.tsx'
import { useChangeLink } from '../api.ts'
import { linkTitle } from '../link-words.ts'
import { changeOf, type DraftErrors, draftOf, fieldOf, type LinkDraft, showFirstError } from './link-draft.ts'
import { LinkFields } from './link-fields.tsx'
import { PermissionAndEnd } from './permission-and-end.tsx'

/** Changes the settings of a link, also while guests use it. */
export function LinkSettings({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const [draft, setDraft] = useState<LinkDraft>(() => draftOf(link))
  const [errors, setErrors] = useState<DraftErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const change = useChangeLink(link.id)
  const { body } = changeOf(link, draft)
  const changed = body === null || Object.keys(body).length > 0
  const save = async () => {
    const { body, errors } = changeOf(link, draft)
    setErrors(errors ?? {})
    setFailure(null)
    if (!body) return showFirstError()
    try {
      await change.mutateAsync(body)
      toast('Link saved')
      onClose()
    } catch (error) {
      const named = error instanceof ApiError ? Object.entries(error.fields) : []
      setErrors(Object.fromEntries(named.map(([name, sentence]) => [fieldOf(name), sentence])))
      showFirstError()
      setFailure(named.length > 0 ? null : errorDetail(error, 'The link could not be saved. Try again.'))
    }
  }
  const onChange = (part: Partial<LinkDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))))
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
          in_picture={link.watermark === 'in'}
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
