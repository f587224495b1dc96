import { Email } from '@footnote/contract/calls/fields.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { readGuestName } from '../../../../lib/guest.ts'
import { TextField } from '../../../../ui/forms/field.tsx'
import { sayName } from './box-api.ts'

/** Says who sends, when files are chosen. */
export interface SenderFieldsHandle {
  /** @returns whether the server knows the name now; otherwise the fields say what is wrong */
  say(): Promise<boolean>
}

/** Asks who sends. The name is said with the first files, or by Enter. */
export function SenderFields({
  ref,
  shareToken,
  name: known,
  onSaid,
}: {
  ref: Ref<SenderFieldsHandle>
  shareToken: string
  /** The name before; null at first. */
  name: string | null
  onSaid: () => void
}) {
  const [name, setName] = useState(() => known ?? readGuestName())
  const [email, setEmail] = useState('')
  const [errors, setErrors] = useState<{ name?: string; email?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const refuse = (wrong: { name?: string; email?: string }) => {
    setErrors(wrong)
    form.current?.querySelector<HTMLInputElement>(`[name="${wrong.name ? 'name' : 'email'}"]`)?.focus()
    return false
  }
  const say = async (): Promise<boolean> => {
    if (name.trim() === '') return refuse({ name: 'Please enter your name, then choose the files' })
    if (email.trim() !== '' && !Email.safeParse(email).success)
      return refuse({ email: 'This is not an e-mail address' })
    try {
      await sayName(shareToken, { name, email })
      setErrors({})
      onSaid()
      return true
    } catch (error) {
      return refuse({ name: errorDetail(error, 'Your name could not be sent. Please try again.') })
    }
  }
  useImperativeHandle(ref, () => ({ say }))
  return (
    <form
      ref={form}
      className="send-fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void say()
      }}
    >
      <TextField
        name="name"
        label="Your name"
        hint="Shown on each video that you send."
        autoComplete="name"
        maxLength={TEXT.name}
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        name="email"
        type="email"
        label="E-mail (optional)"
        hint="The person who asks sees it."
        placeholder="you@company.com"
        autoComplete="email"
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {known !== null && (
        <button type="submit" className="btn">
          Save
        </button>
      )}
    </form>
  )
}
