import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Confirm } from '../../../../ui/dialogs/confirm.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { pickFiles } from '../pick-files.ts'
import { chooseAgain, discardInterrupted, resumeKept } from '../queue/choose-again.ts'
import type { InterruptedUpload } from '../upload-list.ts'
import { shareOf } from './totals.ts'

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }

/** The uploads that a closed page has left, and the ways to go on. */
export function InterruptedNotice({ interrupted }: { interrupted: readonly InterruptedUpload[] }) {
  const [discarding, setDiscarding] = useState(false)
  const [busy, setBusy] = useState(false)
  const received = interrupted.reduce((sum, upload) => sum + upload.received, 0)
  const size = interrupted.reduce((sum, upload) => sum + upload.file_size, 0)
  const ends = interrupted.flatMap(({ expires_at }) => expires_at?.getTime() ?? [])
  const kept = interrupted.some(({ handle }) => handle !== null)
  const lost = interrupted.some(({ handle }) => handle === null)
  const title = `${interrupted.length} ${interrupted.length === 1 ? 'upload was' : 'uploads were'} interrupted`
  const act = async (what: () => Promise<void>) => {
    setBusy(true)
    await what().catch((error: unknown) => {
      console.warn('interrupted', error)
      toast.error('The files could not be read. Choose them again.')
    })
    setBusy(false)
  }
  const choose = async () => {
    const unknown = await chooseAgain(await pickFiles())
    if (unknown.length > 0) toast.error(`None of the interrupted uploads: ${unknown.join(', ')}`)
  }
  return (
    <div className="uploads-broken">
      <TriangleAlert className="icon" aria-hidden="true" />
      <div>
        <strong>{kept ? title : `${title}; choose the ${interrupted.length === 1 ? 'file' : 'files'} again`}</strong>
        {ends.length > 0 && (
          <p>
            What has arrived, {shareOf(received, size)}, is kept until{' '}
            {new Date(Math.min(...ends)).toLocaleDateString('en-GB', DAY)}.
          </p>
        )}
        <ul className="uploads-names">
          {interrupted.slice(0, 3).map((upload) => (
            <li key={upload.file_id ?? upload.kept_key} className="truncate" dir="auto" title={upload.file_name}>
              {upload.file_name}
            </li>
          ))}
          {interrupted.length > 3 && <li>and {interrupted.length - 3} more</li>}
        </ul>
        <div className="flex flex-wrap gap-2">
          {kept && (
            <Button size="sm" busy={busy} onClick={() => act(resumeKept)}>
              Resume
            </Button>
          )}
          {lost && (
            <Button size="sm" variant={kept ? 'ghost' : 'default'} busy={busy && !kept} onClick={() => act(choose)}>
              Choose files
            </Button>
          )}
          <Button size="sm" variant="ghost" disabled={busy} onClick={() => setDiscarding(true)}>
            Discard
          </Button>
        </div>
      </div>
      {discarding && <DiscardDialog count={interrupted.length} onClose={() => setDiscarding(false)} />}
    </div>
  )
}

function DiscardDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const discard = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await discardInterrupted()
      onClose()
    } catch (error) {
      console.warn('discard', error)
      setFailure('The server did not answer.')
      setBusy(false)
    }
  }
  return (
    <Confirm
      title={count === 1 ? 'Discard upload' : 'Discard uploads'}
      action="Discard"
      note="The server deletes what has arrived. The files on your device stay."
      failure={failure}
      busy={busy}
      onConfirm={discard}
      onClose={onClose}
    >
      {count === 1 ? 'Discard the interrupted upload?' : `Discard ${count} interrupted uploads?`}
    </Confirm>
  )
}
