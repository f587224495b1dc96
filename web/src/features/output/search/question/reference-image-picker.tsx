import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { ImagePlus, ScanSearch, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FramePlace } from '../../../../lib/addresses.ts'
import { lazyPart } from '../../../../ui/overlays/lazy-part.tsx'
import { PopoverButton } from '../../../../ui/overlays/popover-button.tsx'
import { localPicture } from './reference-image.ts'
import '../search.css'
import './reference-image.css'

// Loaded on demand, because few people press the button, which is on every search page.
const ReferenceImagePopover = lazyPart(
  async () => (await import('./reference-image-popover.tsx')).ReferenceImagePopover,
)

/**
 * The button for a search by picture; instead of it the chosen picture, or the frame of the search.
 * @param onChange null removes either
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
  const kept = localPicture(image)
  const name = kept?.name ?? URL.parse(image)?.hostname
  return (
    <Chosen
      name={name || 'Reference image'}
      size={kept && `${inPixels(kept.width)} × ${inPixels(kept.height)}`}
      removal="Remove the reference image"
      onRemove={onRemove}
    >
      {kept ? <img src={kept.address} alt="" /> : <ImagePlus className="icon" aria-hidden="true" />}
    </Chosen>
  )
}

const inPixels = (count: number): string => count.toLocaleString('en-US')

const ChosenFrame = ({ frame, onRemove }: { frame: FramePlace; onRemove: () => void }) => (
  <Chosen
    name={`${frame.region ? 'Part of the frame' : 'Frame'} at ${formatTimecode(frame.time)}`}
    removal="Remove the frame"
    onRemove={onRemove}
  >
    <ScanSearch className="icon" aria-hidden="true" />
  </Chosen>
)

function Chosen({
  name,
  size = null,
  removal,
  onRemove,
  children,
}: {
  name: string
  /** Of the picture, if it is known. */
  size?: string | null
  /** Label of the button that removes it. */
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
      {size && <span className="tabular-nums text-text-2 max-sm:hidden">{size}</span>}
      <button type="button" className="hit" aria-label={removal} onClick={onRemove}>
        <X className="icon icon-sm" aria-hidden="true" />
      </button>
    </span>
  )
}

const Picker = ({ onChange }: { onChange: (image: string) => void }) => (
  <PopoverButton
    label="Search with a reference image"
    popover={(state) => (
      <ReferenceImagePopover
        {...state}
        onChoose={(image) => {
          state.onOpenChange(false)
          onChange(image)
        }}
      />
    )}
  >
    <ImagePlus className="icon" aria-hidden="true" />
  </PopoverButton>
)
