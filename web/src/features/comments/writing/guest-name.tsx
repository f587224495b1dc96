import { TEXT } from '@footnote/contract/shared/limits.ts'
import { useId, useState } from 'react'
import { keepGuestName, useGuestName } from '../../../lib/guest.ts'
import { Button } from '../../../ui/forms/button.tsx'

/** Name of a guest: asked once, and changed here. @param problem why the name is refused */
export function GuestName({ problem }: { problem: string | null }) {
  const kept = useGuestName()
  const [asked, setAsked] = useState(kept === '')
  const [name, setName] = useState(kept)
  const id = useId()
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
