import { UserPlus } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { objection, readAddresses } from './addresses.ts'
import { useInvite } from './api.ts'

/** Invites one or many people by their addresses. The input stays until everybody is invited. */
export function AddUsers() {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const invite = useInvite()
  const send = () => {
    const addresses = readAddresses(text)
    if (addresses.length === 0 || invite.isPending) return
    const refusal = objection(addresses)
    setError(refusal)
    if (refusal) return
    invite.mutate(addresses, {
      onSuccess: () => setText(''),
      onError: (failure) => setError(errorDetail(failure, 'The invitation could not be sent. Please try again.')),
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="add-users"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="add-users-row">
        <label className="sr-only" htmlFor={id}>
          E-mail addresses
        </label>
        <textarea
          id={id}
          className="input"
          rows={1}
          placeholder="name@company.com"
          autoComplete="off"
          spellCheck={false}
          value={text}
          readOnly={invite.isPending}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-message` : undefined}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value)
            setError(null)
          }}
        />
        <Button type="submit" variant="primary" busy={invite.isPending}>
          <UserPlus className="icon" aria-hidden="true" />
          Add User
        </Button>
      </div>
      <FieldError id={`${id}-message`} error={error} />
    </form>
  )
}
