import { TEXT } from '@footnote/contract/shared/limits.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ApiError, errorDetail } from '../../../../lib/calls/api-error.ts'
import { useGuestName } from '../../../../lib/guest.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { lazyPart } from '../../../../ui/overlays/lazy-part.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { usePane } from '../pane-context.ts'
import { CommentBox } from './comment-box.tsx'

// Only guests are asked for a name.
const GuestName = lazyPart(async () => (await import('./guest-name.tsx')).GuestName)

interface CommentFormProps {
  text: string
  onText: (text: string) => void
  /** Sends the text. The form keeps the text if this fails. */
  send: (content: string) => Promise<void>
  label: string
  placeholder?: string
  submit: string
  onCancel?: () => void
  /** Shown above the box. */
  children?: ReactNode
  /** Why a comment with text cannot be sent; shown when somebody tries. */
  obstacle?: string | null
  /** Problem with the fields above the box; shown at once. */
  complaint?: string | null
  /** The comment has a time in the video. */
  hasPlace?: boolean
  /** True, or another object than before: the box takes the focus. */
  autoFocus?: boolean | object
  large?: boolean
  /** Whether a guest is asked for a name here. */
  named?: boolean
  onFocus?: () => void
  /** While the text is sent, the list shows it and the box does not. */
  shown?: boolean
}

/** A text box with its buttons; the same for a comment, a reply and an edit. */
export function CommentForm({ text, onText, send, label, submit, onCancel, ...props }: CommentFormProps) {
  const {
    placeholder,
    children,
    obstacle = null,
    complaint = null,
    hasPlace = true,
    autoFocus,
    large = false,
    named = true,
    shown = false,
  } = props
  const { suggest, people } = usePane()
  const id = useId()
  const box = useRef<{ focus: () => void }>(null)
  const [tried, setTried] = useState(false)
  const name = useAskedName(named)
  const sending = useMutation({
    mutationFn: send,
    onError: (error) => console.warn('comment', error),
    onSuccess: name.forget,
  })
  useEffect(() => {
    if (autoFocus) box.current?.focus()
  }, [autoFocus])

  const blank = text.trim() === ''
  const long = text.trim().length > TEXT.comment
  const missing = blank
    ? 'Please enter a comment'
    : (obstacle ?? complaint ?? (name.missing ? 'Please enter your name' : null))
  const problem = long ? `At most ${TEXT.comment} characters are allowed` : (complaint ?? (tried ? missing : null))

  const trySend = () => {
    if (sending.isPending) return
    if (!blank && !long && !obstacle && !complaint && name.ask()) return
    setTried(true)
    if (missing || long) return
    setTried(false)
    sending.mutate(text.trim())
  }

  return (
    <form
      className={large ? 'composer' : 'comment-form'}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        trySend()
      }}
    >
      {sending.isError && (
        <Alert>
          <p>Failed to post comment. Please try again.</p>
          <Refusal error={sending.error} />
        </Alert>
      )}
      {children}
      {name.shown && (
        <GuestName
          key={name.sent}
          guest_name={name.guest_name}
          focus={name.awaited}
          problem={name.missing ? problem : null}
          fallback={<div className="composer-line" />}
        />
      )}
      <div className="composer-box">
        <CommentBox
          ref={box}
          // A text that fails to send comes back.
          value={shown && sending.isPending ? '' : text}
          onChange={(next) => {
            setTried(false)
            onText(next)
          }}
          onSubmit={trySend}
          onEscape={onCancel}
          onFocus={props.onFocus}
          suggest={suggest}
          people={people}
          label={label}
          placeholder={placeholder}
          problem={problem ? `${id}-problem` : undefined}
          suggestions={large ? 'over' : 'under'}
          readOnly={sending.isPending}
        />
        <div className="composer-actions">
          {onCancel && (
            <Button disabled={sending.isPending} onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            size={large ? 'lg' : 'md'}
            busy={sending.isPending}
            disabled={blank || !hasPlace}
          >
            {submit}
          </Button>
        </div>
      </div>
      {problem && (
        <p id={`${id}-problem`} className="field-error" role="alert">
          <CircleAlert className="icon icon-xs" aria-hidden="true" />
          {problem}
        </p>
      )}
    </form>
  )
}

/**
 * The name of a guest, for a form that asks for it. A phone has room for its field only when the comment waits for it.
 * @param named whether the form asks
 */
function useAskedName(named: boolean) {
  const { guest, guest_name, compact } = usePane()
  const given = useGuestName()
  const [awaited, setAwaited] = useState(false)
  const [sent, setSent] = useState(0)
  const asks = guest && named
  const known = (guest_name ?? given) !== ''
  return {
    guest_name,
    missing: asks && !known,
    shown: asks && (!compact || known || awaited),
    /** Whether the comment waits for it. */
    awaited,
    /** Number of comments that were sent: after each the name is one line again. */
    sent,
    /** @returns whether the comment now waits for the name */
    ask: () => {
      if (!asks || !compact || known || awaited) return false
      setAwaited(true)
      return true
    },
    /** For the next comment. */
    forget: () => {
      setAwaited(false)
      setSent((before) => before + 1)
    },
  }
}

/** The server's reason for a refusal, if it gave one. */
function Refusal({ error }: { error: Error }) {
  const detail = error instanceof ApiError && error.status < 500 ? errorDetail(error, '') : ''
  return detail ? <p>{detail}</p> : null
}
