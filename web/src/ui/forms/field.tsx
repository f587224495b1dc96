import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from '../class-names.ts'

interface FieldProps {
  label: string
  /** The problem with the input; announced, and tied to the input. */
  error?: string | null | undefined
  hint?: ReactNode
}

/** The problem with an input. */
export function FieldError({ id, error }: { id?: string; error: FieldProps['error'] }) {
  if (!error) return null
  return (
    <p id={id} className="field-error" role="alert">
      <CircleAlert className="icon icon-xs" aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{error}</span>
    </p>
  )
}

function FieldMessage({ id, error, hint }: { id: string; error: FieldProps['error']; hint: ReactNode }) {
  if (error) return <FieldError id={id} error={error} />
  if (hint)
    return (
      <p id={id} className="hint">
        {hint}
      </p>
    )
  return null
}

/** One line of text with its label above and its message below. Accepts all props of an `input`, including `ref`. */
export function TextField({ label, error, hint, className, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className={classNames('field', className)}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        type="text"
        {...input}
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-message` : undefined}
      />
      <FieldMessage id={`${id}-message`} error={error} hint={hint} />
    </div>
  )
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, error, hint, className, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className={classNames('field', className)}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          className="input pr-10"
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-message` : undefined}
        />
        <button
          type="button"
          className="hit input-button absolute inset-y-0 right-0 grid w-9 place-items-center"
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          <Icon className="icon" aria-hidden="true" />
        </button>
      </div>
      <FieldMessage id={`${id}-message`} error={error} hint={hint} />
    </div>
  )
}

/** Asks for a mailed code; phones offer it from the message. */
export function CodeField(field: Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange'>) {
  return <TextField label="Verification code" inputMode="numeric" autoComplete="one-time-code" autoFocus {...field} />
}
