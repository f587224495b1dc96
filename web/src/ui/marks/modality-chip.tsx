import type { MatchType } from '@footnote/contract/nouns/output/search.ts'
import { AudioLines, Eye, type LucideIcon, ScanText } from 'lucide-react'
import { Badge } from './badge.tsx'

/** Icon and words of each modality: `short` beside a match, `long` in a collection's settings. */
export const MODALITIES: Record<MatchType, { icon: LucideIcon; short: string; long: string }> = {
  visual: { icon: Eye, short: 'Visual', long: 'Visual' },
  speech: { icon: AudioLines, short: 'Conversation', long: 'Conversation' },
  ocr: { icon: ScanText, short: 'Text in video', long: 'Text-in-video OCR' },
}

/** Shows a modality by colour, icon and word. */
export function ModalityChip({ type, words = 'short' }: { type: MatchType; words?: 'short' | 'long' }) {
  const modality = MODALITIES[type]
  return (
    <Badge kind={type} icon={modality.icon}>
      {modality[words]}
    </Badge>
  )
}
