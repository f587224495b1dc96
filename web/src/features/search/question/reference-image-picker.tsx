import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { ImagePlus, ScanSearch, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FramePlace } from '../../../lib/addresses.ts'
import { buttonClass } from '../../../ui/forms/button.tsx'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { isLocal, localPreview } from './reference-image.ts'
import '../search.css'

// Few people press the button, which is on every search page.
const ReferenceImagePopover = lazyPart(
  async () => (await import('./reference-image-popover.tsx')).ReferenceImagePopover,
)

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
      <span className="max-w-40 truncate max-sm:sr-only" dir="auto">
        {name}
      </span>
      <button type="button" className="hit" aria-label={removal} onClick={onRemove}>
        <X className="icon icon-sm" aria-hidden="true" />
      </button>
    </span>
  )
}

function Picker({ onChange }: { onChange: (image: string) => void }) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button
        ref={setButton}
        type="button"
        className={`${buttonClass({ variant: 'ghost' })} btn-icon`}
        aria-label="Search with a reference image"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setOpened(true)
          setOpen(!open)
        }}
      >
        <ImagePlus className="icon" aria-hidden="true" />
      </button>
      {opened && button && (
        <ReferenceImagePopover
          open={open}
          onOpenChange={setOpen}
          button={button}
          onChoose={(image) => {
            setOpen(false)
            onChange(image)
          }}
          onMissing={() => {
            setOpen(false)
            setOpened(false)
          }}
        />
      )}
    </>
  )
}
