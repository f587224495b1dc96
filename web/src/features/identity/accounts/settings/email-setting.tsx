import { accounts, ChangeEmail, ConfirmEmail } from '@footnote/contract/nouns/identity/accounts.ts'
import { useState } from 'react'
import { call } from '../../../../lib/calls/client.ts'
import { useForm } from '../../../../lib/form.ts'
import { keepUser } from '../../../../lib/session.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { CodeField, PasswordField, TextField } from '../../../../ui/forms/field.tsx'
import { Setting } from '../../../../ui/forms/setting.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { OutboxHint } from '../outbox-hint.tsx'
import { SettingForm } from './setting-form.tsx'

/** The address for signing in. A new one takes effect when the person enters the code that was mailed to it. */
export function EmailSetting({ current }: { current: string }) {
  const [asked, setAsked] = useState<string | null>(null)
  const [changed, setChanged] = useState(false)
  return (
    <Setting
      title="E-mail"
      explanation={
        <>
          You sign in with <span className="text-text [overflow-wrap:anywhere]">{current}</span>.
        </>
      }
    >
      {changed && <Alert kind="ok">Your e-mail address is changed.</Alert>}
      {asked ? (
        <ConfirmForm
          email={asked}
          onDone={() => {
            setAsked(null)
            setChanged(true)
          }}
          onBack={() => setAsked(null)}
        />
      ) : (
        <AddressForm
          onAsked={(email) => {
            setAsked(email)
            setChanged(false)
          }}
        />
      )}
    </Setting>
  )
}

function AddressForm({ onAsked }: { onAsked: (email: string) => void }) {
  const form = useForm({
    schema: ChangeEmail,
    initial: { email: '', password: '' },
    fallback: 'The code could not be sent. Please try again.',
    submit: async (values) => {
      await call(accounts.changeEmail, { body: values })
      onAsked(values.email)
    },
  })
  return (
    <SettingForm form={form}>
      <TextField label="New e-mail" type="email" autoComplete="email" {...form.field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      <Button type="submit" busy={form.busy}>
        Send code
      </Button>
    </SettingForm>
  )
}

function ConfirmForm({ email, onDone, onBack }: { email: string; onDone: () => void; onBack: () => void }) {
  const form = useForm({
    schema: ConfirmEmail,
    initial: { code: '' },
    fallback: 'An error occurred during verification. Please try again.',
    submit: async (values) => {
      keepUser(await call(accounts.confirmEmail, { body: values }))
      onDone()
    },
  })
  return (
    <SettingForm form={form}>
      <p className="[overflow-wrap:anywhere]">We sent a code of eight digits to {email}.</p>
      <OutboxHint />
      <CodeField {...form.field('code')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={form.busy}>
          Change e-mail
        </Button>
        <Button variant="ghost" disabled={form.busy} onClick={onBack}>
          Use another address
        </Button>
      </div>
    </SettingForm>
  )
}
