import type { CollectionDetail } from '@footnote/contract/collections.ts'
import type { MatchType, SearchType } from '@footnote/contract/search.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { MODALITIES } from '../../ui/modality-chip.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import type { Confidence } from '../../ui/tier.tsx'

const TYPES: readonly { type: SearchType; modality: MatchType; label: string; flag: 'visual' | 'audio' | 'ocr' }[] = [
  { type: 'VISUAL', modality: 'visual', label: 'Visual', flag: 'visual' },
  { type: 'CONVERSATION', modality: 'speech', label: 'Conversation', flag: 'audio' },
  { type: 'TEXT_IN_VIDEO', modality: 'ocr', label: 'Text in video', flag: 'ocr' },
]
const CONFIDENCES = (['High', 'Medium', 'Low'] as const).map((value) => ({ value, label: value }))

/** The search types that a collection has. */
export const typesOf = (detail: CollectionDetail): SearchType[] =>
  TYPES.filter(({ flag }) => detail[flag]).map(({ type }) => type)

/** Which modalities are searched, and how sure a match must be to be shown. */
export function Filters({
  available,
  types,
  onTypes,
  confidence,
  onConfidence,
  count,
}: {
  available: readonly SearchType[]
  /** Those that are searched; never empty. */
  types: readonly SearchType[]
  onTypes: (types: SearchType[]) => void
  confidence: Confidence
  onConfidence: (confidence: Confidence) => void
  /** What was found, in words. */
  count: string | null
}) {
  const toggle = (type: SearchType) => {
    const next = available.filter((other) => (other === type ? !types.includes(type) : types.includes(other)))
    // Without a modality there would be nothing to search: the last one stays.
    if (next.length > 0) onTypes(next)
  }
  return (
    <div className="filters">
      <fieldset className="contents">
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
      <div className="flex items-center gap-3">
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
      <span className="count" role="status">
        {count}
      </span>
    </div>
  )
}
