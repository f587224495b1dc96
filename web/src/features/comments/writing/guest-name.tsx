import { TEXT } from '@footnote/contract/shared/limits.ts'
import { useId, useState } from 'react'
import { keepGuestName, useGuestName } from '../../../lib/guest.ts'
import { Button } from '../../../ui/forms/button.tsx'

/**
 * Name of a guest: asked once, and changed here.
 * @param asked the name for which the link was made, which stays; null for other links
 * @param problem why the name is refused
 */
export function GuestName({ asked: fixed, problem }: { asked: string | null; problem: string | null }) {
  const kept = useGuestName()
  const [asked, setAsked] = useState(kept === '')
  const [name, setName] = useState(kept)
  const id = useId()
  if (fixed !== null)
    return (
      <p className="composer-line faint">
        <span className="truncate">
          Commenting as <bdi>{fixed}</bdi>
        </span>
      </p>
    )
  if (!asked && kept !== '')
    return (
      <p className="composer-line faint">
        <span className="truncate">
          Commenting as <bdi>{kept}</bdi>
        </span>
        <Button size="sm" variant="ghost" onClick={() => setAsked(true)}>
          Change name
        </Button>
      </p>
    )
  return (
    <div className="composer-line">
      <label className="label flex-none" htmlFor={id}>
        Your name
      </label>
      <input
        id={id}
        className="input"
        type="text"
        autoComplete="name"
        maxLength={TEXT.name}
        value={name}
        aria-invalid={problem ? true : undefined}
        onChange={({ target }) => {
          setName(target.value)
          keepGuestName(target.value)
        }}
      />
    </div>
  )
}
