import { Popover } from 'radix-ui'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { keepLocalImage } from './reference-image.ts'

const NOT_READ = 'Only JPEG, PNG and WebP pictures can be searched with.'

/** Chooses a reference image: a file, or an address. */
export function ReferenceImagePopover({
  open,
  onOpenChange,
  button,
  onChoose,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The popover is below it, and returns the focus to it. */
  button: HTMLButtonElement
  onChoose: (image: string) => void
}) {
  const [address, setAddress] = useState('')
  const [error, setError] = useState<{ file?: string; address?: string }>({})
  const file = useRef<HTMLInputElement>(null)
  const takeFile = async (chosen: File | undefined) => {
    if (!chosen) return
    await keepLocalImage(chosen).then(onChoose, () => setError({ file: NOT_READ }))
  }
  const takeAddress = (event: FormEvent) => {
    event.preventDefault()
    // In React's tree the popover is inside the search form, which must not be submitted as well.
    event.stopPropagation()
    const url = URL.parse(address.trim())
    if (url?.protocol === 'http:' || url?.protocol === 'https:') onChoose(url.href)
    else setError({ address: 'Enter an address that starts with http:// or https://' })
  }
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setError({})
        onOpenChange(next)
      }}
    >
      <Popover.Anchor virtualRef={{ current: button }} />
      <Popover.Portal>
        <Popover.Content
          className="reference-picker"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label="Reference image"
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // If the person pressed a field meanwhile, the focus stays there.
            if (document.activeElement === document.body) button.focus()
          }}
          onInteractOutside={(event) => {
            // The button itself closes it: closing it here, too, would open it again.
            if (event.target instanceof Node && button.contains(event.target)) event.preventDefault()
          }}
        >
          <input
            ref={file}
            className="sr-only"
            type="file"
            tabIndex={-1}
            aria-label="Picture file"
            accept="image/jpeg,image/png,image/webp"
            onChange={(event) => takeFile(event.target.files?.[0])}
          />
          <Button onClick={() => file.current?.click()}>Choose a picture</Button>
          {error.file && (
            <p className="field-error" role="alert">
              {error.file}
            </p>
          )}
          <form className="ruled grid gap-3 pt-3" noValidate onSubmit={takeAddress}>
            <TextField
              label="Or paste its address"
              type="url"
              placeholder="https://"
              value={address}
              error={error.address}
              onChange={(event) => setAddress(event.target.value)}
            />
            <Button type="submit" disabled={address.trim() === ''}>
              Search with it
            </Button>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
