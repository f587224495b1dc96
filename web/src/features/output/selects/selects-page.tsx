import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import { useRef, useState } from 'react'
import { SequencePlayer, type SequenceRequests } from '../../../player/sequence/sequence-player.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { NotSaved } from './edit/conflict.tsx'
import { useEditing } from './edit/use-editing.ts'
import { useEditor } from './edit/use-editor.ts'
import { useFailing } from './edit/use-failing.ts'
import { usePieces, useRows } from './edit/use-rows.ts'
import { countPieces } from './lengths.ts'
import type { Field } from './rows/piece-row.tsx'
import { PieceRows } from './rows/piece-rows.tsx'
import { SelectsTools, Sum } from './selects-tools.tsx'
import './selects.css'

interface SelectsPageProps {
  selects: Selects
  /** Review collections that a rendering can go to. */
  collections: readonly { readonly id: string; readonly name: string }[]
  /** Opens the dialog of links. */
  onShare: () => void
}

/** One list of selects: the player over all pieces, and the rows. */
export function SelectsPage({ selects: read, collections, onShare }: SelectsPageProps) {
  const [editor, state] = useEditor(read)
  const { selects } = state
  const { failing, addresses, onFailure } = useFailing()
  const rows = useRows(editor, state, failing)
  const chosen = useState<{ id: string; field: Field } | null>(null)
  const [editing] = chosen
  const { pieces, numbers, kept } = usePieces(rows, editing?.id ?? null, addresses)
  const [now, setNow] = useState<string | null>(null)
  const player = useRef<SequenceRequests>(null)
  const { actions, edits, undo, redo, said } = useEditing(editor, rows, player, now, chosen)
  const skipped = rows.filter(({ absence }) => absence !== null)
  return (
    <main className="selects">
      <title>{`${selects.name} · Footnote`}</title>
      <h1 className="sr-only">{selects.name}</h1>
      <SelectsTools
        editor={editor}
        state={state}
        rows={rows}
        undo={undo}
        redo={redo}
        collections={collections}
        onShare={onShare}
      />
      <NotSaved editor={editor} state={state} />
      <SequencePlayer
        ref={player}
        label={selects.name}
        pieces={pieces}
        numbers={numbers}
        kept={kept}
        onFailure={onFailure}
        onPiece={setNow}
        empty={rows.length === 0 ? 'Nothing to play yet' : 'None of these pieces plays at the moment.'}
      />
      <section className="selects-list" aria-label="List">
        <p className="selects-sum only-narrow">
          <Sum rows={rows} />
        </p>
        {skipped.length > 0 && (
          <p className="selects-skipped" role="status">
            The player skips {countPieces(skipped.length)}: {skipped.map(({ number }) => number).join(', ')}.
          </p>
        )}
        {rows.length === 0 ? (
          <EmptyState
            fact="No pieces yet"
            next={selects.can.change ? 'Search, choose moments, then press Add to selects.' : undefined}
          />
        ) : (
          <PieceRows
            rows={rows}
            now={now}
            editing={editing}
            can_change={selects.can.change}
            can_undo={state.can_undo}
            actions={actions}
            edits={edits}
          />
        )}
      </section>
      <p className="sr-only" role="status">
        {said}
      </p>
    </main>
  )
}
