import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, errorDetail } from '../../lib/api-error.ts'

/**
 * Shows what went wrong with a form where it belongs: at its field when the server names one, above the form otherwise.
 * @param fallback sentence when the server gave none
 */
export function useFormProblem<Values extends FieldValues>(form: UseFormReturn<Values>, fallback: string) {
  const [failure, setFailure] = useState<string | null>(null)
  const tell = (error: unknown) => {
    const fields = error instanceof ApiError ? Object.entries(error.fields) : []
    const known = fields.filter(([name]) => name in form.getValues())
    for (const [name, message] of known) form.setError(name as Path<Values>, { message })
    setFailure(known.length > 0 ? null : errorDetail(error, fallback))
  }
  /** Runs a submission; nothing typed is lost when it fails. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setFailure(null)
    try {
      await work()
    } catch (error) {
      tell(error)
    }
  }
  return { failure, attempt }
}
