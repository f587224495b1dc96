import type { SelectsSummary } from '@footnote/contract/nouns/output/selects.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { readSession } from '../../../../lib/session.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { NotLoaded } from '../../../../ui/page/not-loaded.tsx'
import { SectionHead } from '../../../../ui/page/page-header.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { selectsListQuery, useDeleteSelects, useDuplicateSelects, useRenameSelects, useRestoreSelects } from '../api.ts'
import { RenameSelectsDialog } from './rename-selects-dialog.tsx'
import { type CardActions, SelectsCard } from './selects-card.tsx'
import './selects-list.css'

/** The company's selects, one's own first, in each state. @param create the button of the empty list */
export function SelectsList({ create }: { create: ReactNode }) {
  const { data, isError, refetch } = useQuery(selectsListQuery())
  const { actions, undo, dialog } = useCardActions()
  if (!data && isError) return <NotLoaded what="Your selects could not be loaded." onRetry={refetch} />
  if (!data)
    return (
      <div className="grid-collections" aria-busy="true">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    )
  const me = readSession()?.user_id
  const own = data.filter(({ user_id }) => user_id === me)
  const others = data.filter(({ user_id }) => user_id !== me)
  return (
    <>
      {undo}
      {data.length === 0 && (
        <EmptyState
          fact="No selects yet"
          next="Selects put moments in order. Search, choose the moments that you need, then press Add to selects."
          action={create}
        />
      )}
      {own.length > 0 && <h2 className="sr-only">Your selects</h2>}
      <Cards selects={own} {...actions} />
      {others.length > 0 && <SectionHead title="By others in your company" count={others.length} />}
      <Cards selects={others} {...actions} />
      {dialog}
    </>
  )
}

const Cards = ({ selects, ...actions }: { selects: readonly SelectsSummary[] } & CardActions) =>
  selects.length > 0 && (
    <div className="grid-collections">
      {selects.map((one) => (
        <SelectsCard key={one.id} selects={one} {...actions} />
      ))}
    </div>
  )

/** What the menus of the cards do. A deletion is done at once, and can be taken back. */
function useCardActions() {
  const [renaming, setRenaming] = useState<SelectsSummary | null>(null)
  const [deleted, setDeleted] = useState<SelectsSummary | null>(null)
  const rename = useRenameSelects()
  const duplicate = useDuplicateSelects()
  const remove = useDeleteSelects()
  const restore = useRestoreSelects()
  const say = (fallback: string) => (error: Error) => void toast.error(errorDetail(error, fallback))
  const actions: CardActions = {
    onRename: setRenaming,
    onDuplicate: ({ id }) =>
      duplicate.mutate(id, {
        onSuccess: ({ name }) => toast.success(`${name} is your copy`),
        onError: say('The selects were not duplicated. Try again.'),
      }),
    onDelete: (selects) =>
      remove.mutate(selects.id, {
        onSuccess: () => setDeleted(selects),
        onError: say('The selects were not deleted. Try again.'),
      }),
  }
  const back = (selects: SelectsSummary) =>
    restore.mutate(selects.id, {
      onSuccess: () => setDeleted(null),
      onError: say('The selects were not restored. Try again.'),
    })
  const undo = deleted && (
    <div className="selects-undo" role="status">
      <span className="truncate">Deleted “{deleted.name}”</span>
      <Button size="sm" busy={restore.isPending} onClick={() => back(deleted)}>
        Undo
      </Button>
    </div>
  )
  const dialog = renaming && (
    <RenameSelectsDialog
      name={renaming.name}
      rename={(name) => rename.mutateAsync({ id: renaming.id, name, note: renaming.note, revision: renaming.revision })}
      onClose={() => setRenaming(null)}
    />
  )
  return { actions, undo, dialog }
}
