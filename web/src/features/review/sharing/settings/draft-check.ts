import type * as z from 'zod/mini'

/** Sentences by field of a form. */
export type FieldErrors<Draft> = Partial<Record<keyof Draft, string>>

/** A body to send, or what is wrong with the draft. */
export type DraftCheck<Body, Draft> =
  | { readonly body: Body; readonly errors: null }
  | { readonly body: null; readonly errors: FieldErrors<Draft> }

/**
 * Checks a body by the rules of the contract.
 * @param fieldOf the field of the form that shows what is wrong with a part of the body
 * @param found errors that the form has sentences of its own for
 */
export function checkBody<Schema extends z.ZodMiniType, Draft>(
  schema: Schema,
  body: z.input<Schema>,
  fieldOf: (name: string) => keyof Draft,
  found: FieldErrors<Draft> = {},
): DraftCheck<z.input<Schema>, Draft> {
  const errors = { ...found }
  for (const { path, message } of schema.safeParse(body).error?.issues ?? [])
    errors[fieldOf(String(path[0] ?? ''))] ??= message
  return Object.keys(errors).length === 0 ? { body, errors: null } : { body: null, errors }
}
