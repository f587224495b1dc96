import { Email } from '@footnote/contract/calls/fields.ts'
import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { PASSWORD, TEXT } from '@footnote/contract/shared/limits.ts'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useForm } from '../../../../lib/form.ts'
import { readGuestName } from '../../../../lib/guest.ts'
import { PasswordField, TextField } from '../../../../ui/forms/field.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { OpenButton } from './open-button.tsx'
import type { Unlock } from './use-unlock.ts'

type Requirements = OpenedLink['needs']

/** What a guest fills in. */
export interface GateEntries {
  readonly password: string
  readonly name: string
  readonly email: string
}

const isFilled = (text: string): boolean => text.trim() !== ''
const mustEmail = (rule: Requirements['email']): boolean => rule === 'required' || rule === 'confirmed'

/** Fields that must be filled, as the maker of the link asks for them. */
const schemaFor = ({ password, name, email }: Requirements) =>
  z.object({
    password: z.string().check(z.refine((text) => !password || text !== '', 'Please enter the password')),
    name: z.string().check(z.refine((text) => !name || isFilled(text), 'Please enter your name')),
    email: z.string().check(
      z.refine((text) => !mustEmail(email) || isFilled(text), 'Please enter your e-mail address'),
      z.refine((text) => !isFilled(text) || Email.safeParse(text).success, 'This is not an e-mail address'),
    ),
  })

/** The fields of a locked link. */
export function GateFields({
  needs,
  unlock,
  wait,
  kept,
  onMailed,
}: {
  needs: Requirements
  unlock: Unlock
  /** Seconds until the next try. */
  wait: number
  /** What the guest filled in before they came back from the next step; null at first. */
  kept: GateEntries | null
  /** Called when a code was mailed to the address. */
  onMailed: (entries: GateEntries) => void
}) {
  const form = useForm({
    schema: schemaFor(needs),
    initial: { ...(kept ?? { password: '', name: readGuestName(), email: '' }) },
    fallback: 'The link could not be opened. Please try again.',
    submit: async (entries) => {
      if ((await unlock(entries)) === 'code') onMailed(entries)
    },
  })
  const box = useRef<HTMLDivElement>(null)
  const wrong = form.errors.password
  useEffect(() => {
    if (wrong) box.current?.querySelector<HTMLInputElement>('[name="password"]')?.select()
  }, [wrong])
  const named = needs.name || needs.email !== 'none'
  return (
    <div ref={box}>
      <Form form={form} className="gate-fields">
        {needs.password && (
          <PasswordField
            {...form.field('password')}
            label="Password"
            autoComplete="off"
            maxLength={PASSWORD.max}
            autoFocus
          />
        )}
        {named && (
          <TextField
            {...form.field('name')}
            label={needs.name ? 'Your name' : 'Your name (optional)'}
            hint="Shown beside your comments."
            autoComplete="name"
            maxLength={TEXT.name}
            autoFocus={!needs.password}
          />
        )}
        {needs.email !== 'none' && (
          <TextField
            {...form.field('email')}
            type="email"
            label={needs.email === 'optional' ? 'E-mail (optional)' : 'E-mail'}
            hint={
              needs.email === 'confirmed' ? 'A code is mailed to this address.' : 'The sender of this link sees it.'
            }
            placeholder="you@company.com"
            autoComplete="email"
          />
        )}
        <OpenButton busy={form.busy} wait={wait} />
      </Form>
    </div>
  )
}
