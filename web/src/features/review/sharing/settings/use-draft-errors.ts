import { useEffect, useState } from 'react'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import type { FieldErrors } from './draft-check.ts'

/**
 * What is wrong with a draft. The first wrong field gets the focus when a try is refused.
 * @param fieldOf the field of the form for a name that the server uses
 */
export function useDraftErrors<Draft>(fieldOf: (name: string) => keyof Draft) {
  const [errors, setErrors] = useState<FieldErrors<Draft>>({})
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>('.dialog [aria-invalid="true"]')?.focus()
  }, [refusals])
  const refuse = (found: FieldErrors<Draft>) => {
    setErrors(found)
    setRefusals((count) => count + 1)
  }
  return {
    errors,
    clear: () => setErrors({}),
    /** Shows what is wrong with each field. */
    refuse,
    /** Shows what the server refuses. @returns whether it names fields */
    refuseBy: (error: unknown): boolean => {
      const named = error instanceof ApiError ? Object.entries(error.fields) : []
      refuse(Object.fromEntries(named.map(([name, sentence]) => [fieldOf(name), sentence])) as FieldErrors<Draft>)
      return named.length > 0
    },
    /** Forgets what was wrong with the fields that change. */
    forget: (part: Partial<Draft>) =>
      setErrors((before) => {
        const kept = Object.entries(before).filter(([name]) => !(name in part))
        return Object.fromEntries(kept) as FieldErrors<Draft>
      }),
  }
}
