import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { useState } from 'react'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { readAddress, useChangeLink } from './api.ts'
import { NewLink } from './new-link.tsx'
import './link-buttons.css'

interface ButtonProps {
  link: ShareLink
  /** What the button is about, for screen readers. */
  name: string
}

/** Pauses a link or a box, or resumes it. */
export function PauseButton({ link: { id, kind, paused }, name }: ButtonProps) {
  const pause = useChangeLink(id)
  const word = paused ? 'Resume' : 'Pause'
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${word}: ${name}`}
        busy={pause.isPending}
        onClick={() => pause.mutate({ paused: !paused })}
      >
        {word}
      </Button>
      {pause.isError && (
        <p className="field-error" role="alert">
          {`The ${kind === 'box' ? 'box' : 'link'} could not be ${paused ? 'resumed' : 'paused'}.`}
        </p>
      )}
    </>
  )
}

/** Copies the address of a link again. Links from before addresses were kept have none. */
export function CopyAddress({ link, name }: ButtonProps) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  if (!link.copyable) return <span className="hint">Its address was not kept: make a new link.</span>
  const copy = async () => {
    setBusy(true)
    try {
      const address = await readAddress(link.id)
      await copyText(address).then(
        () => toast('Link copied to clipboard!'),
        () => setRefused(address),
      )
    } catch (error) {
      toast.error(errorDetail(error, 'The address could not be read. Try again.'), { id: 'copy-link' })
    } finally {
      setBusy(false)
    }
  }
  // A browser that copies nothing by itself shows the address to copy by hand.
  if (refused !== null) return <NewLink address={refused} />
  return (
    <Button size="sm" variant="ghost" aria-label={`Copy link: ${name}`} busy={busy} onClick={() => void copy()}>
      Copy link
    </Button>
  )
}
