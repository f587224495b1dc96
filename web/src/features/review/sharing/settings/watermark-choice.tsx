import { LINKS } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import type { Watermark } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { TextField } from '../../../../ui/forms/field.tsx'
import { SelectField } from '../../../../ui/forms/select.tsx'
import type { LinkDraft } from './link-draft.ts'

const WATERMARKS: readonly { value: Watermark; label: string; hint?: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'over', label: 'Over the picture', hint: 'The guest’s name and the date' },
  { value: 'in', label: 'In the picture', hint: 'The same text for all guests' },
]

/** What the text of a watermark is, and what guests get with it. */
const TEXTS = {
  over: {
    label: 'Text after the guest’s name and the date (optional)',
    hint: 'A watermark over the picture can be taken away by someone who knows how.',
  },
  in: {
    label: 'Text in the picture',
    hint: 'Footnote makes a marked copy of each video. Guests play and download only that copy, once it is ready. They get no light copy and no pictures over the timeline.',
  },
} as const

/** Where guests see a watermark, and its text. */
export function WatermarkChoice({
  draft: { watermark, watermark_text },
  error,
  onChange,
}: {
  draft: Pick<LinkDraft, 'watermark' | 'watermark_text'>
  error: string | undefined
  onChange: (change: Partial<LinkDraft>) => void
}) {
  return (
    <div className="grid gap-2">
      <SelectField
        label="Watermark"
        options={WATERMARKS}
        value={watermark}
        onChange={(value) => onChange({ watermark: value })}
      />
      {watermark !== 'none' && (
        <TextField
          className="link-inset"
          label={TEXTS[watermark].label}
          hint={TEXTS[watermark].hint}
          maxLength={LINKS.watermark}
          required={watermark === 'in'}
          value={watermark_text}
          error={error}
          onChange={({ target }) => onChange({ watermark_text: target.value })}
        />
      )}
    </div>
  )
}
