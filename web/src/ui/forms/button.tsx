import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { classNames } from '../class-names.ts'
import { Spinner } from '../page/spinner.tsx'

export type ButtonVariant = 'default' | 'primary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
}

/** Class names that give other elements the look of a button. */
export const buttonClass = ({ variant = 'default', size = 'md' }: Look): string =>
  classNames('btn', variant !== 'default' && `btn-${variant}`, size !== 'md' && `btn-${size}`)

interface ButtonProps extends Look, ComponentProps<'button'> {
  /** While its action runs: a spinner replaces the label at the same width, and presses do nothing. */
  busy?: boolean
}

/** A button. It keeps focus and its name while busy, so that a screen reader does not lose its place. */
export function Button({ variant, size, busy = false, className, onClick, children, type, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classNames(buttonClass({ variant, size }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      <span className="btn-label">{children}</span>
      {busy && (
        <span className="btn-spinner">
          <Spinner />
        </span>
      )}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link {...rest} className={classNames(buttonClass({ variant, size }), className)} />
}
