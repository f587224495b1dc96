import {
  BURN_INS,
  type BurnIn,
  RENDER_RATES,
  type RenderRate,
  type RenderSize,
} from '@footnote/contract/nouns/output/selects/render.ts'
import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import { useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { SegmentedControl } from '../../../../ui/forms/segmented-control.tsx'
import { SelectField } from '../../../../ui/forms/select.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { Alert } from '../../../../ui/page/alert.tsx'
import { useRenderSelects } from '../api.ts'
import { LeftOut } from './left-out.tsx'

const SIZES: readonly { value: RenderSize; label: string }[] = [
  { value: 'first', label: 'As the first clip' },
  { value: '1080p', label: '1080p' },
  { value: '720p', label: '720p' },
]
const RATES = RENDER_RATES.map((value) => ({ value, label: value === 'first' ? 'As the first clip' : value }))
const BURNED: Readonly<Record<BurnIn, string>> = {
  name: 'Name of the file',
  timecode: 'Timecode of the file',
  note: 'Note',
}
type Target = 'file' | 'review'
const TARGETS: readonly { value: Target; label: string }[] = [
  { value: 'file', label: 'A file to download' },
  { value: 'review', label: 'A video to review' },
]

/** Asks how to make one video of selects, and where it goes. A notification brings it. */
export function RenderSelectsDialog({
  selects: { id, can, rendered },
  absent,
  collections,
  onClose,
}: {
  selects: Selects
  /** Pieces that the video will not have. */
  absent: number
  /** Review collections that it can go to. */
  collections: readonly { readonly id: string; readonly name: string }[]
  onClose: () => void
}) {
  const [size, setSize] = useState<RenderSize>('first')
  const [rate, setRate] = useState<RenderRate>('first')
  const [burned, setBurned] = useState<readonly BurnIn[]>([])
  const last = collections.find((one) => one.id === rendered?.collection_id)
  const [target, setTarget] = useState<Target>(can.change && last ? 'review' : 'file')
  const [place, setPlace] = useState(last?.id ?? collections[0]?.id ?? '')
  const { mutate, error, isPending } = useRenderSelects()
  const run = () =>
    mutate(
      { id, size, rate, burn_in: [...burned], ...(target === 'review' && { index_id: place }) },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onClose()
        },
      },
    )
  const burn = (what: BurnIn, on: boolean) =>
    setBurned(BURN_INS.filter((one) => (one === what ? on : burned.includes(one))))
  return (
    <Dialog open onClose={onClose} title="Render selects" width="wide" locked={isPending}>
      <DialogBody className="grid gap-5">
        <div className="field">
          <span className="label">Size</span>
          <SegmentedControl label="Size" options={SIZES} value={size} onChange={setSize} />
        </div>
        <SelectField label="Frames a second" options={RATES} value={rate} onChange={setRate} />
        <fieldset className="grid gap-2">
          <legend className="label mb-2">Write into the picture</legend>
          {BURN_INS.map((what) => (
            <Checkbox
              key={what}
              checked={burned.includes(what)}
              onChange={({ target: { checked } }) => burn(what, checked)}
            >
              {BURNED[what]}
            </Checkbox>
          ))}
        </fieldset>
        {can.change && (
          <div className="field">
            <span className="label">Result</span>
            <SegmentedControl label="Result" options={TARGETS} value={target} onChange={setTarget} />
          </div>
        )}
        {target === 'review' && (
          <ReviewPlace collections={collections} place={place} onPlace={setPlace} rendered={rendered} />
        )}
        <LeftOut count={absent} />
        {error && <Alert>{errorDetail(error, 'The selects could not be rendered. Please try again.')}</Alert>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="primary" busy={isPending} disabled={target === 'review' && place === ''} onClick={run}>
          Render
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** The review collection, and whether the video becomes the next version of the last one. */
function ReviewPlace({
  collections,
  place,
  onPlace,
  rendered,
}: {
  collections: readonly { readonly id: string; readonly name: string }[]
  place: string
  onPlace: (id: string) => void
  rendered: Selects['rendered']
}) {
  if (collections.length === 0)
    return <p className="hint">You have no review collection. Create one in Quick Review.</p>
  return (
    <div className="grid gap-1">
      <SelectField
        label="Review collection"
        options={collections.map(({ id, name }) => ({ value: id, label: name }))}
        value={place}
        onChange={onPlace}
      />
      {rendered?.collection_id === place && (
        <p className="hint">It becomes the version after {rendered.version} of the same video.</p>
      )}
    </div>
  )
}
