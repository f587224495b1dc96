import { TIMING } from '@footnote/contract/shared/limits.ts'
import { Check, CircleAlert, CircleCheck, Copy } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from './button.tsx'

/** A text with a button that copies it. */
export function CopyField({
  label,
  value,
  action,
  copied,
  refusedAtOnce,
}: {
  label: string
  value: string
  /** Name of the button. */
  action: string
  /** Shown for 2 s after copying. */
  copied: string
  /** Set to copy the text as soon as it appears; shown when the browser refuses. */
  refusedAtOnce?: string
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<string | null>(null)
  const done = said === copied
  const copy = useCallback(
    async (refusal: string) => {
      if (!field.current) return
      setSaid(
        await copyText(field.current).then(
          () => copied,
          () => refusal,
        ),
      )
    },
    [copied],
  )
  useEffect(() => {
    if (refusedAtOnce) void copy(refusedAtOnce)
  }, [copy, refusedAtOnce])
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setSaid(null), TIMING.copy_confirmation)
    return () => clearTimeout(timer)
  }, [done])
  const [Icon, Mark] = done ? [Check, CircleCheck] : [Copy, CircleAlert]
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          className="input"
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
        />
        <Button aria-label={action} onClick={() => void copy('Failed to copy to clipboard')}>
          <Icon className="icon" aria-hidden="true" />
          Copy
        </Button>
      </div>
      <p role="status" className={done ? 'field-done' : 'field-error'}>
        {said && (
          <>
            <Mark className="icon icon-sm" aria-hidden="true" />
            {said}
          </>
        )}
      </p>
    </div>
  )
}
