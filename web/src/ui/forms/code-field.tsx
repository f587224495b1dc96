import type { ComponentProps } from 'react'
import { TextField } from './field.tsx'

/** Asks for a mailed code; phones offer it from the message. */
export function CodeField(field: Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange'>) {
  return <TextField label="Verification code" inputMode="numeric" autoComplete="one-time-code" autoFocus {...field} />
}
