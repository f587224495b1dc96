import { TEXT } from '@footnote/contract/shared/limits.ts'
import { useId, useState } from 'react'
import { keepGuestName, useGuestName } from '../../../../lib/guest.ts'
import { Button } from '../../../../ui/forms/button.tsx'

// Outside of the component: a new function would take the focus at every render.
const takeFocus = (field: HTMLInputElement | null) => field?.focus()

/**
 * Name of a guest: asked once, and changed here.
 * @param guest_name the name for which the link was made, which stays; null for other links
 * @param problem why the name is refused
 * @param focus whether the field takes the focus, because the comment waits for it
 */
export function GuestName({
  guest_name,
  problem,
  focus = false,
}: {
  guest_name: string | null
  problem: string | null
  focus?: boolean
}) {
  const kept = useGuestName()
  const [asks, setAsks] = useState(kept === '')
  const [name, setName] = useState(kept)
  const id = useId()
  if (guest_name !== null)
    return (
      <p className="composer-line faint">
        <span className="truncate">
          Commenting as <bdi>{guest_name}</bdi>
        </span>
      </p>
    )
  if (!asks && kept !== '')
    return (
      <p className="composer-line faint">
        <span className="truncate">
          Commenting as <bdi>{kept}</bdi>
        </span>
        <Button size="sm" variant="ghost" onClick={() => setAsks(true)}>
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
        ref={focus ? takeFocus : null}
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
