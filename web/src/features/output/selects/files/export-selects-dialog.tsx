import { SELECTS_FORMATS, type SelectsFormat } from '@footnote/contract/nouns/output/selects/render.ts'
import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import { EXPORT_RATES, type ExportRate } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { ChoiceCards } from '../../../../ui/dialogs/choice-cards.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { SelectField } from '../../../../ui/forms/select.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { useExportSelects } from '../api.ts'
import { LeftOut } from './left-out.tsx'

const OFFERS: Readonly<Record<SelectsFormat, { name: string; kind: string; how: string }>> = {
  edl: { name: 'EDL', kind: 'CMX 3600', how: 'For DaVinci Resolve, Avid and most others. An EDL has one frame rate.' },
  fcpxml: { name: 'Final Cut', kind: 'FCPXML 1.9', how: 'File, Import, XML. DaVinci Resolve reads it, too.' },
  premiere: { name: 'Premiere', kind: 'XML, a sequence', how: 'File, Import. Then link the media to your originals.' },
  otio: { name: 'OTIO', kind: 'OpenTimelineIO', how: 'For programs and scripts that read OpenTimelineIO.' },
  csv: { name: 'CSV', kind: 'A row each', how: 'For spreadsheets: name, times, note and source of each piece.' },
  md: { name: 'Markdown', kind: 'A list', how: 'For notes and issues.' },
}
const OPTIONS = SELECTS_FORMATS.map((value) => ({ value, name: OFFERS[value].name, kind: OFFERS[value].kind }))
/** Formats without a timeline, which need no rate. */
const PLAIN: readonly SelectsFormat[] = ['csv', 'md']
const FIRST = 'first'
const RATES = [
  { value: FIRST, label: 'As the first clip' },
  ...EXPORT_RATES.map((value) => ({ value, label: value })),
] as const

const KEY = 'selects_export_format'
const keptFormat = (): SelectsFormat => SELECTS_FORMATS.find((format) => format === localStorage.getItem(KEY)) ?? 'edl'

/** Saves selects as a file for an editing program. Keeps the format for the next time. */
export function ExportSelectsDialog({
  selects: { id },
  absent,
  onClose,
}: {
  selects: Selects
  /** Pieces that the file will not have. */
  absent: number
  onClose: () => void
}) {
  const [format, setFormat] = useState(keptFormat)
  const [rate, setRate] = useState<ExportRate | typeof FIRST>(FIRST)
  const { mutate, error, isPending, reset } = useExportSelects()
  const plain = PLAIN.includes(format)
  const run = () => {
    localStorage.setItem(KEY, format)
    mutate({ id, format, ...(!plain && rate !== FIRST && { rate }) }, { onSuccess: onClose })
  }
  return (
    <Dialog open onClose={onClose} title="Export selects" width="export" locked={isPending}>
      <DialogBody className="grid gap-5">
        <ChoiceCards
          label="Format"
          options={OPTIONS}
          value={format}
          onChange={(next) => {
            reset()
            setFormat(next)
          }}
        />
        <p className="hint">{OFFERS[format].how}</p>
        {!plain && <SelectField label="Timeline rate" options={RATES} value={rate} onChange={setRate} />}
        <LeftOut count={absent} />
        {error && <Alert>{errorDetail(error, 'The selects could not be exported. Please try again.')}</Alert>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="primary" busy={isPending} onClick={run}>
          Export
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
