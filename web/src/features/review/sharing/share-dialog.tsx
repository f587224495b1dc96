import { TIMING } from '@footnote/contract/shared/limits.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Frame } from '../../../ui/marks/frame.tsx'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { type LinkWish, useMakeLink } from './api.ts'
import { ExistingLinks, type OpenedPart } from './existing-links.tsx'
import { expiryWords } from './link-words.ts'
import { NewLink } from './new-link.tsx'
import { creationOf, DAYS, fieldOf, isPlain, type LinkDraft, plainDraft } from './settings/link-draft.ts'
import { PermissionAndEnd } from './settings/permission-and-end.tsx'
import { useDraftErrors } from './settings/use-draft-errors.ts'
import { idsOf, KIND_WORDS, kindsOf, type ShareSubject, SUBJECT_TITLES } from './subject.ts'
import './share-dialog.css'

// Loaded when somebody asks for them: most links need neither.
const LinkFields = lazyPart(async () => (await import('./settings/link-fields.tsx')).LinkFields)
const LinkSettings = lazyPart(async () => (await import('./settings/link-settings.tsx')).LinkSettings)
const LinkVisits = lazyPart(async () => (await import('./visits/link-visits.tsx')).LinkVisits)

interface ShareDialogProps {
  open: boolean
  onClose: () => void
  subject: ShareSubject
}

/** Creates links, changes them, shows who opened them, and ends them. Resets its choices shortly after it closes. */
export function ShareDialog(props: ShareDialogProps) {
  const [opening, setOpening] = useState(0)
  useEffect(() => {
    if (props.open) return
    const timer = setTimeout(() => setOpening((count) => count + 1), TIMING.share_dialog_reset)
    return () => clearTimeout(timer)
  }, [props.open])
  return <Sharing key={opening} {...props} />
}

const PART_TITLES = { settings: 'Link Settings', visits: 'Visits' } as const

function Sharing({ open, onClose, subject }: ShareDialogProps) {
  const form = useNewLink(subject)
  const [opened, setOpened] = useState<OpenedPart | null>(null)
  const back = () => setOpened(null)
  const title = opened ? PART_TITLES[opened.part] : SUBJECT_TITLES[subject.kind]
  const part = opened && { link: opened.link, onClose: back, onMissing: back, fallback: <PartSkeleton /> }
  return (
    <Dialog open={open} onClose={onClose} title={title} locked={form.busy}>
      {part && opened.part === 'settings' && <LinkSettings {...part} />}
      {part && opened.part === 'visits' && <LinkVisits {...part} />}
      {/* It stays with its input behind the part about one link. */}
      <div className={opened ? 'hidden' : 'contents'}>
        <DialogBody>
          <Subject subject={subject} />
          {canMake(subject) ? <NewLinkForm subject={subject} form={form} /> : <p>{whyNot(subject)}</p>}
          {form.error && (
            <Alert>
              <p>Failed to create share link</p>
              <p className="empty:hidden">{errorDetail(form.error, '')}</p>
            </Alert>
          )}
          {form.made && <NewLink key={form.made.id} address={form.made.share_url} />}
          {open && <ExistingLinks subject={subject} onOpen={setOpened} />}
        </DialogBody>
        {canMake(subject) && (
          <DialogFooter>
            {form.made && <span className="hint mr-auto">{expiryWords(form.made.expires_at)}</span>}
            <Button variant="primary" busy={form.busy} onClick={() => void form.make()}>
              Generate Link
            </Button>
          </DialogFooter>
        )}
      </div>
    </Dialog>
  )
}

const canMake = (subject: ShareSubject): boolean =>
  subject.may_share && (subject.kind !== 'selects' || subject.rendered)

const whyNot = (subject: ShareSubject): string => {
  if (subject.kind === 'video') return 'You cannot make links to this video.'
  if (!subject.may_share) return 'You cannot make links here.'
  return 'Guests watch what selects were rendered into. Render these selects first, then share them.'
}

const PartSkeleton = () => (
  <DialogBody>
    <Skeleton className="h-8 w-full" />
    <Skeleton className="h-8 w-full" />
    <Skeleton className="h-8 w-full" />
  </DialogBody>
)

/** A link that is being made. */
function useNewLink(subject: ShareSubject) {
  const [draft, setDraft] = useState<LinkDraft>(() => plainDraft(kindsOf(subject)[0] ?? 'version'))
  const { errors, clear, refuse, refuseBy, forget } = useDraftErrors(fieldOf)
  const { mutateAsync, data: made, error, isPending: busy } = useMakeLink()
  const wish = (): LinkWish | null => {
    const { permission, expiry } = draft
    if (subject.kind === 'video' && expiry !== 'date' && isPlain(draft))
      return { video_id: subject.id, permission, expires_in_days: DAYS[expiry] }
    const { body, errors: found } = creationOf(draft, idsOf(subject, draft.what))
    if (body) return { link: body }
    refuse(found)
    return null
  }
  const make = async () => {
    clear()
    const wanted = wish()
    if (wanted) await mutateAsync(wanted).catch(refuseBy)
  }
  const change = (part: Partial<LinkDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    forget(part)
  }
  return { draft, errors, change, make, made, busy, error }
}

function NewLinkForm({ subject, form }: { subject: ShareSubject; form: ReturnType<typeof useNewLink> }) {
  const [more, setMore] = useState(false)
  const { draft, errors, change, busy } = form
  const kinds = kindsOf(subject)
  const Icon = more ? ChevronUp : ChevronDown
  return (
    <>
      <PermissionAndEnd draft={draft} errors={errors} disabled={busy} onChange={change} />
      <Button variant="ghost" className="share-more" aria-expanded={more} onClick={() => setMore(!more)}>
        {more ? 'Fewer settings' : 'More settings'}
        <Icon className="icon icon-sm" aria-hidden="true" />
      </Button>
      {more && (
        <LinkFields
          draft={draft}
          errors={errors}
          onChange={change}
          kinds={kinds}
          fallback={<Skeleton className="h-40 w-full" />}
          onMissing={() => setMore(false)}
        />
      )}
    </>
  )
}

/** What is shared: its picture and name, or how much of it. */
function Subject({ subject }: { subject: ShareSubject }) {
  const video = subject.kind === 'video' ? subject : null
  return (
    <div className="flex items-center gap-3">
      {video && <Frame src={video.thumbnail_url} className="w-20 flex-none" />}
      <div className="min-w-0">
        <p className="truncate font-medium" dir="auto">
          {subject.name}
        </p>
        {video && video.duration !== null && <p className="meta">{formatTimecode(video.duration)}</p>}
        {subject.kind === 'collection' && <p className="meta">{shownWords(subject.chosen.length)}</p>}
      </div>
    </div>
  )
}

const shownWords = (chosen: number): string => {
  if (chosen === 0) return KIND_WORDS.collection
  return chosen === 1 ? '1 chosen video' : `${chosen} chosen videos`
}
