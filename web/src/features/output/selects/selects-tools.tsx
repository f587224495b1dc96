import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import { Clapperboard, Copy, Download, Pencil, Redo2, Share2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { reviewAddress, SELECTS_LIST, selectsAddress } from '../../../lib/addresses.ts'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { IconButton } from '../../../ui/forms/icon-button.tsx'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Breadcrumbs } from '../../../ui/page/page-header.tsx'
import { useDuplicateSelects } from './api.ts'
import type { Editor, EditorState, SaveState } from './edit/editor.ts'
import type { Row } from './edit/use-rows.ts'
import { countPieces, formatLength, formatRate, ratesOf } from './lengths.ts'
import { RenameSelectsDialog } from './list/rename-selects-dialog.tsx'

const ExportDialog = lazyPart(async () => (await import('./files/export-selects-dialog.tsx')).ExportSelectsDialog)
const RenderDialog = lazyPart(async () => (await import('./files/render-selects-dialog.tsx')).RenderSelectsDialog)

const SAVING: Readonly<Record<SaveState, string>> = {
  saved: 'Saved',
  changed: 'Saving',
  saving: 'Saving',
  failed: 'Not saved',
}

/** Number of pieces, their length, and their rate. */
export function Sum({ rows }: { rows: readonly Row[] }) {
  const playing = rows.filter(({ absence }) => absence !== 'gone' && absence !== 'expired')
  const videos = playing.flatMap(({ video }) => video ?? [])
  const rates = ratesOf(videos)
  const rate = rates.length === 1 ? (rates[0] ?? null) : null
  const seconds = playing.reduce(
    (sum, { cut, video, timing }) =>
      sum +
      (timing?.rate
        ? ((cut.end_frame - cut.start_frame) * timing.rate.den) / timing.rate.num
        : ((cut.end_frame - cut.start_frame) * (video?.duration ?? 0)) / Math.max(1, video?.frame_count ?? 1)),
    0,
  )
  const words = rates.length > 1 ? 'mixed rates' : rate ? `${formatRate(rate)} fps` : 'variable rate'
  return (
    <>
      {countPieces(rows.length)}
      {videos.length > 0 && ` · ${formatLength(seconds, rate)} · ${words}`}
    </>
  )
}

interface ToolsProps {
  editor: Editor
  state: EditorState
  rows: readonly Row[]
  undo: () => void
  redo: () => void
  /** Review collections that a rendering can go to. */
  collections: readonly { readonly id: string; readonly name: string }[]
  /** Opens the dialog of links. */
  onShare: () => void
}

/** Where the person is, whether it is saved, and what can be done with the whole. */
export function SelectsTools({ editor, state, rows, undo, redo, collections, onShare }: ToolsProps) {
  const { selects, saving } = state
  const { can } = selects
  const [open, setOpen] = useState<'export' | 'render' | 'rename' | null>(null)
  const close = () => setOpen(null)
  const duplicate = useDuplicate(selects)
  // Files are made of what the server has.
  const show = (what: 'export' | 'render') => void editor.save().then(() => setOpen(what))
  const absent = rows.filter(({ absence }) => absence === 'gone' || absence === 'expired').length
  const files = { selects, absent, onClose: close, onMissing: close }
  return (
    <div className="selects-tools">
      <Breadcrumbs entries={[{ label: 'Selects', to: SELECTS_LIST }, { label: selects.name }]} />
      {can.change && (
        <IconButton icon={Pencil} label="Rename" size="sm" className="only-wide" onClick={() => setOpen('rename')} />
      )}
      <span className="selects-sum only-wide">
        <Sum rows={rows} />
      </span>
      <Status selects={selects} />
      <span className="flex-1" />
      {can.change && (
        <>
          <span className="selects-saving" role="status" data-failed={saving === 'failed' || undefined}>
            {SAVING[saving]}
          </span>
          <IconButton icon={Undo2} label="Undo" disabled={!state.can_undo} onClick={undo} />
          <IconButton icon={Redo2} label="Redo" disabled={!state.can_redo} onClick={redo} />
        </>
      )}
      {can.duplicate && (
        <Button variant="ghost" busy={duplicate.isPending} aria-label="Duplicate" onClick={duplicate.run}>
          <Copy className="icon" aria-hidden="true" />
          <span className="only-wide">Duplicate</span>
        </Button>
      )}
      <Button aria-label="Export" disabled={rows.length === absent} onClick={() => show('export')}>
        <Download className="icon" aria-hidden="true" />
        <span className="only-wide">Export</span>
      </Button>
      {can.render && (
        <Button aria-label="Share" onClick={onShare}>
          <Share2 className="icon" aria-hidden="true" />
          <span className="only-wide">Share</span>
        </Button>
      )}
      {can.render && (
        <Button variant="primary" disabled={rows.length === absent} onClick={() => show('render')}>
          <Clapperboard className="icon" aria-hidden="true" />
          Render
        </Button>
      )}
      {open === 'export' && <ExportDialog {...files} />}
      {open === 'render' && <RenderDialog {...files} collections={collections} />}
      {open === 'rename' && (
        <RenameSelectsDialog name={selects.name} rename={(name) => editor.rename(name, selects.note)} onClose={close} />
      )}
    </div>
  )
}

/** Renderings under way, and the last video that was rendered into a collection. */
function Status({ selects: { renderings, rendered } }: { selects: Selects }) {
  const [first] = renderings
  if (first) {
    const others = renderings.length > 1 ? `, ${renderings.length - 1} more` : ''
    return (
      <span className="selects-rendering" role="status">
        {`Rendering ${Math.floor(100 * first.share)} %${others}`}
      </span>
    )
  }
  if (!rendered) return null
  return (
    <Link className="selects-rendered" to={reviewAddress({ id: rendered.video_id, user_id: rendered.user_id })}>
      Rendered: version {rendered.version}
    </Link>
  )
}

function useDuplicate({ id }: Selects) {
  const navigate = useNavigate()
  const { mutate, isPending } = useDuplicateSelects()
  const run = () =>
    mutate(id, {
      onSuccess: (copy) => {
        toast.success(`${copy.name} is your copy`)
        void navigate(selectsAddress(copy.id))
      },
      onError: (error) => toast.error(errorDetail(error, 'The selects were not duplicated. Try again.')),
    })
  return { run, isPending }
}
