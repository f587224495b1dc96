import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../../ui/forms/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { Popover, type PopoverState } from '../../../../ui/overlays/popover.tsx'
import { ACCEPTED_TYPES, keepLocalImage, NOT_KEPT, refusalOf } from './reference-image.ts'

/** Chooses a reference image: a file, or an address. */
export function ReferenceImagePopover({
  open,
  onOpenChange,
  button,
  onChoose,
}: PopoverState & { onChoose: (image: string) => void }) {
  const [address, setAddress] = useState('')
  const [error, setError] = useState<{ file?: string; address?: string }>({})
  const file = useRef<HTMLInputElement>(null)
  const takeFile = async (chosen: File | undefined) => {
    if (!chosen) return
    const refusal = refusalOf(chosen)
    if (refusal) setError({ file: refusal })
    else await keepLocalImage(chosen, chosen.name).then(onChoose, () => setError({ file: NOT_KEPT }))
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
    <Popover
      open={open}
      onOpenChange={(next) => {
        setError({})
        onOpenChange(next)
      }}
      button={button}
      className="reference-picker"
      sideOffset={8}
      aria-label="Reference image"
    >
      <input
        ref={file}
        className="sr-only"
        type="file"
        tabIndex={-1}
        aria-label="Picture file"
        accept={ACCEPTED_TYPES}
        onChange={(event) => takeFile(event.target.files?.[0])}
      />
      <Button onClick={() => file.current?.click()}>Choose a picture</Button>
      <p className="text-xs text-text-2">Or paste or drop one anywhere on this page.</p>
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
    </Popover>
  )
}
