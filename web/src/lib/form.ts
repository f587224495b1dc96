import { speakPlainly } from '@footnote/contract/calls/plain-errors.ts'
import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError, errorDetail } from './calls/api-error.ts'

speakPlainly()

type Entries = Record<string, unknown>

export interface FormOptions<Schema extends z.ZodMiniType> {
  /** The body of the contract's call, so that browser and server check the same rules. */
  schema: Schema
  initial: z.input<Schema> & Entries
  /** Shown when a failure has no sentence from the server. */
  fallback: string
  /** Called with the parsed fields. An error that it throws is shown at its field or above the form. */
  submit: (values: z.output<Schema>) => Promise<void>
}

/** Takes over input, and a submission, from before the program of a prerendered page ran. */
function useEarlyInput(
  form: RefObject<HTMLFormElement | null>,
  values: Entries,
  adopt: (typed: Entries) => void,
): void {
  const [waiting, setWaiting] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is hydrated
  useEffect(() => {
    if (!form.current) return
    const typed = [...new FormData(form.current)].filter(([name, value]) => values[name] === '' && value !== '')
    if (typed.length > 0) adopt(Object.fromEntries(typed))
    setWaiting('waiting' in form.current.dataset)
  }, [])
  useEffect(() => {
    if (waiting) form.current?.requestSubmit()
  }, [form, waiting])
}

/**
 * A form that a schema of the contract checks: first when it is submitted, then at every change. A refusal of the
 * server is shown at the field that it names, otherwise above the form. Input is never lost.
 */
export function useForm<Schema extends z.ZodMiniType>({ schema, initial, fallback, submit }: FormOptions<Schema>) {
  type Values = FormOptions<Schema>['initial']
  type Name = keyof z.input<Schema> & string
  const [values, setValues] = useState<Values>(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const checked = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  // Two changes may come before React draws the first one, so the second must not start from old values.
  const latest = useRef(values)
  const change = (changed: Values) => {
    latest.current = changed
    setValues(changed)
  }

  useEarlyInput(form, values, (typed) => change({ ...latest.current, ...typed }))

  const check = (candidate: Values) => {
    const parsed = schema.safeParse(candidate)
    const found: Record<string, string> = {}
    for (const issue of parsed.error?.issues ?? []) found[String(issue.path[0] ?? '')] ??= issue.message
    setErrors(found)
    return parsed
  }
  const set = (name: Name, value: unknown) => {
    change({ ...latest.current, [name]: value })
    if (checked.current) check(latest.current)
  }
  const show = (error: unknown) => {
    const named = error instanceof ApiError ? Object.entries(error.fields).filter(([name]) => name in values) : []
    setErrors(Object.fromEntries(named))
    setFailure(named.length > 0 ? null : errorDetail(error, fallback))
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    checked.current = true
    setFailure(null)
    const parsed = check(latest.current)
    if (!parsed.success) {
      const first = parsed.error.issues[0]?.path[0]
      form.current?.querySelector<HTMLElement>(`[name="${String(first)}"]`)?.focus()
      return
    }
    setBusy(true)
    await submit(parsed.data as z.output<Schema>).catch(show)
    setBusy(false)
  }
  return {
    values,
    set,
    failure,
    busy,
    /** Clears input and errors. @param kept fields that stay */
    reset: (kept: Partial<Values> = {}) => {
      checked.current = false
      change({ ...initial, ...kept })
      setErrors({})
      setFailure(null)
    },
    /** Props of the `form` element. They switch the browser's own messages off. */
    props: { ref: form, noValidate: true, onSubmit },
    /** Props of a text field. */
    field: (name: Name) => ({
      name,
      value: String(values[name] ?? ''),
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.value),
    }),
    errors,
  }
}
