import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { ImagePlus, ScanSearch, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { FramePlace } from '../../../lib/addresses.ts'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { isLocal, keepLocalImage, localPreview } from './reference-image.ts'
import '../search.css'

const NOT_READ = 'Only JPEG, PNG and WebP pictures can be searched with.'

/**
 * The button that searches by a picture, and the picture once there is one, or the frame that is looked for instead.
 * @param onChange null takes either away
 */
export function ReferenceImagePicker({
  image,
  similar = null,
  onChange,
}: {
  image: string | null
  similar?: FramePlace | null
  onChange: (image: string | null) => void
}) {
  if (similar) return <ChosenFrame frame={similar} onRemove={() => onChange(null)} />
  if (image) return <ChosenImage image={image} onRemove={() => onChange(null)} />
  return <Picker onChange={onChange} />
}

function ChosenImage({ image, onRemove }: { image: string; onRemove: () => void }) {
  const preview = localPreview(image)
  const name = isLocal(image) ? 'Reference image' : (URL.parse(image)?.hostname ?? image)
  return (
    <Chosen name={name} removal="Remove the reference image" onRemove={onRemove}>
      {preview ? <img src={preview} alt="" /> : <ImagePlus className="icon" aria-hidden="true" />}
    </Chosen>
  )
}

const ChosenFrame = ({ frame, onRemove }: { frame: FramePlace; onRemove: () => void }) => (
  <Chosen name={`Frame at ${formatTimecode(frame.time)}`} removal="Remove the frame" onRemove={onRemove}>
    <ScanSearch className="icon" aria-hidden="true" />
  </Chosen>
)

function Chosen({
  name,
  removal,
  onRemove,
  children,
}: {
  name: string
  /** What removing it is called. */
  removal: string
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <span className="reference">
      {children}
      <span className="max-w-40 truncate max-sm:sr-only">{name}</span>
      <button type="button" className="hit" aria-label={removal} onClick={onRemove}>
        <X className="icon icon-sm" aria-hidden="true" />
      </button>
    </span>
  )
}

function Picker({ onChange }: { onChange: (image: string) => void }) {
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [error, setError] = useState<{ file?: string; address?: string }>({})
  const file = useRef<HTMLInputElement>(null)
  const choose = (image: string) => {
    setOpen(false)
    onChange(image)
  }
  const takeFile = async (chosen: File | undefined) => {
    if (!chosen) return
    await keepLocalImage(chosen).then(choose, () => setError({ file: NOT_READ }))
  }
  const takeAddress = (event: FormEvent) => {
    event.preventDefault()
    // The picker stands inside the search form, which must not answer as well.
    event.stopPropagation()
    const url = URL.parse(address.trim())
    if (url?.protocol === 'http:' || url?.protocol === 'https:') choose(url.href)
    else setError({ address: 'Enter an address that starts with http:// or https://' })
  }
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setError({})
      }}
    >
      <Popover.Trigger asChild>
        <button
          type="button"
          className={`${buttonClass({ variant: 'ghost' })} btn-icon`}
          aria-label="Search with a reference image"
        >
          <ImagePlus className="icon" aria-hidden="true" />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="reference-picker"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label="Reference image"
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
          <form className="grid gap-3 border-t border-line pt-3" noValidate onSubmit={takeAddress}>
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
