import type { CollectionDetail } from '@footnote/contract/nouns/library/collections.ts'
import type { SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import type { MatchType } from '@footnote/contract/nouns/output/search.ts'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useMediaQuery } from '../../../../lib/use-media-query.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { SegmentedControl } from '../../../../ui/forms/segmented-control.tsx'
import { MODALITIES } from '../../../../ui/marks/modality-chip.tsx'
import type { Confidence } from '../../../../ui/marks/tier.tsx'
import { lazyPart } from '../../../../ui/overlays/lazy-part.tsx'

// Only narrow windows have it.
const FilterDialog = lazyPart(async () => (await import('./filter-dialog.tsx')).FilterDialog)

const TYPES: readonly { type: SearchType; modality: MatchType; label: string; flag: 'visual' | 'audio' | 'ocr' }[] = [
  { type: 'VISUAL', modality: 'visual', label: 'Visual', flag: 'visual' },
  { type: 'CONVERSATION', modality: 'speech', label: 'Conversation', flag: 'audio' },
  { type: 'TEXT_IN_VIDEO', modality: 'ocr', label: 'Text in video', flag: 'ocr' },
]
const CONFIDENCES = (['High', 'Medium', 'Low'] as const).map((value) => ({ value, label: value }))

/** The modalities that a collection can be searched by. */
export const typesOf = (detail: CollectionDetail): SearchType[] =>
  TYPES.filter(({ flag }) => detail[flag]).map(({ type }) => type)

interface FilterProps {
  available: readonly SearchType[]
  /** The chosen ones; never empty. */
  types: readonly SearchType[]
  onTypes: (types: SearchType[]) => void
  confidence: Confidence
  onConfidence: (confidence: Confidence) => void
}

/**
 * Filters by modality and by the lowest confidence. On a phone one button opens both.
 * @param count number of matches in words
 */
export function Filters({ count, ...props }: FilterProps & { count: string | null }) {
  const narrow = useMediaQuery('(max-width: 639.98px)')
  return (
    <div className="filters">
      {narrow ? <FilterSheet {...props} /> : <FilterChoices {...props} />}
      <span className="count" role="status">
        {count}
      </span>
    </div>
  )
}

function FilterSheet(props: FilterProps) {
  const [open, setOpen] = useState(false)
  const { available, types, confidence } = props
  const changed = Number(types.length < available.length) + Number(confidence !== 'Low')
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <ListFilter className="icon" aria-hidden="true" />
        {changed > 0 ? `Filters: ${changed}` : 'Filters'}
      </Button>
      {open && (
        <FilterDialog onClose={() => setOpen(false)} onMissing={() => setOpen(false)}>
          <FilterChoices {...props} />
        </FilterDialog>
      )}
    </>
  )
}

function FilterChoices({ available, types, onTypes, confidence, onConfidence }: FilterProps) {
  const toggle = (type: SearchType) => {
    const next = available.filter((other) => (other === type ? !types.includes(type) : types.includes(other)))
    // A search needs at least one modality, so the last one stays.
    if (next.length > 0) onTypes(next)
  }
  return (
    <>
      <fieldset className="filter-types">
        <legend className="sr-only">Search in</legend>
        {TYPES.filter(({ type }) => available.includes(type)).map(({ type, modality, label }) => {
          const { icon: Icon } = MODALITIES[modality]
          return (
            <Checkbox key={type} checked={types.includes(type)} onChange={() => toggle(type)}>
              <Icon className={`icon hue-${modality}`} aria-hidden="true" />
              {label}
            </Checkbox>
          )
        })}
      </fieldset>
      <div className="filter-least">
        <span className="text-text-2" aria-hidden="true">
          Minimum confidence
        </span>
        <SegmentedControl
          label="Minimum confidence"
          size="sm"
          options={CONFIDENCES}
          value={confidence}
          onChange={onConfidence}
        />
      </div>
    </>
  )
}
