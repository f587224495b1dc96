import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { useForm } from '../../../../lib/form.ts'
import { useCountdown } from '../../../../lib/times/use-countdown.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { CodeField } from '../../../../ui/forms/field.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import type { GateEntries } from './gate-fields.tsx'
import { OpenButton } from './open-button.tsx'
import type { Unlock } from './use-unlock.ts'

const Code = z.object({
  code: z
    .string()
    .check(
      z.refine((text) => digitsOf(text).length === ACCOUNT.code_digits, `The code has ${ACCOUNT.code_digits} digits`),
    ),
})

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Asks for the code that was mailed to the guest. */
export function CodeStep({
  entries,
  unlock,
  wait,
  onBack,
}: {
  entries: GateEntries
  unlock: Unlock
  /** Seconds until the next try. */
  wait: number
  onBack: () => void
}) {
  const form = useForm({
    schema: Code,
    initial: { code: '' },
    fallback: 'The link could not be opened. Please try again.',
    submit: async ({ code }) => {
      await unlock({ ...entries, code: digitsOf(code) })
    },
  })
  return (
    <div>
      <p className="gate-lead">
        A code was mailed to <bdi className="font-medium text-text">{entries.email.trim()}</bdi>. It works for{' '}
        {ACCOUNT.code_lifetime / 60} minutes.
      </p>
      <Form form={form} className="gate-fields">
        <CodeField {...form.field('code')} />
        <OpenButton busy={form.busy} wait={wait} />
      </Form>
      <div className="gate-ways">
        <Resend send={() => unlock(entries)} />
        <Button variant="ghost" onClick={onBack}>
          Change address
        </Button>
      </div>
    </div>
  )
}

/** Mails another code; locked for 15 s after each one. */
function Resend({ send }: { send: () => Promise<unknown> }) {
  const [left, restart] = useCountdown(ACCOUNT.resend_cooldown)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ kind: 'ok' | 'danger'; text: string } | null>(null)
  const resend = async () => {
    setBusy(true)
    setOutcome(null)
    try {
      if ((await send()) === 'code') setOutcome({ kind: 'ok', text: 'Another code was mailed. Use the newest one.' })
      restart(ACCOUNT.resend_cooldown)
    } catch (error) {
      setOutcome({ kind: 'danger', text: errorDetail(error, 'The code could not be mailed. Please try again.') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {outcome && <Alert kind={outcome.kind}>{outcome.text}</Alert>}
      <Button disabled={left > 0} busy={busy} onClick={resend}>
        {left > 0 ? `Resend code in ${left}s` : 'Resend code'}
      </Button>
    </>
  )
}
