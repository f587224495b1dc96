import { accounts, UpdateName } from '@footnote/contract/nouns/identity/accounts.ts'
import { useState } from 'react'
import { call } from '../../../../lib/calls/client.ts'
import { useForm } from '../../../../lib/form.ts'
import { keepUser, type StoredSession } from '../../../../lib/session.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { Setting } from '../../../../ui/forms/setting.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { SettingForm } from './setting-form.tsx'

/** First and last name of the person. */
export function NameSetting({ session }: { session: StoredSession }) {
  const [saved, setSaved] = useState(false)
  const form = useForm({
    schema: UpdateName,
    initial: { first_name: session.first_name, last_name: session.last_name },
    fallback: 'Your name could not be changed. Please try again.',
    submit: async (values) => {
      setSaved(false)
      keepUser(await call(accounts.updateName, { body: values }))
      setSaved(true)
    },
  })
  return (
    <Setting title="Name" explanation="Your company and the readers of your comments see it.">
      <SettingForm form={form}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...form.field('first_name')} />
          <TextField label="Last name" autoComplete="family-name" {...form.field('last_name')} />
        </div>
        {saved && <Alert kind="ok">Your name is changed.</Alert>}
        <Button type="submit" busy={form.busy}>
          Save name
        </Button>
      </SettingForm>
    </Setting>
  )
}
