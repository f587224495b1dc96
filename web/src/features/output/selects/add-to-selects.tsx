import { type AddItems, selects as calls } from '@footnote/contract/nouns/output/selects.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { randomKey } from '../../../lib/random-key.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { NotLoaded } from '../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { announceAdded } from './added-toast.tsx'
import { selectsListQuery, useAddItems, useCreateSelects, useTakeOut } from './api.ts'
import { countPieces } from './lengths.ts'

/** The selects that the last moments were added to, kept in this browser. */
const KEY = 'selects_last'
const NEW = ''

/** What is added: pieces in seconds or in frames, with their source. */
export type AddedItems = z.input<typeof AddItems>['items']

/** Adds moments to selects that exist, or to new ones. Begins with those of the last time. */
export function AddToSelects({
  items,
  what,
  onAdded,
  onClose,
}: {
  items: AddedItems
  /** Says what is added, for example the times of a piece. */
  what?: string | undefined
  /** Called before it closes. */
  onAdded?: () => void
  onClose: () => void
}) {
  const { data, isError, refetch } = useQuery(selectsListQuery())
  const own = data?.filter(({ can }) => can.change)
  const [picked, setPicked] = useState<string | null>(null)
  const kept = localStorage.getItem(KEY)
  const chosen = picked ?? (own?.find(({ id }) => id === kept) ?? own?.[0])?.id ?? NEW
  const [name, setName] = useState('')
  const [checked, setChecked] = useState(false)
  const wrong = chosen === NEW && !calls.create.body.safeParse({ name, note: '' }).success
  const { mutate, error, isPending } = useAddition(items, () => {
    onAdded?.()
    onClose()
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isPending && own && !wrong) mutate(chosen === NEW ? { name } : { id: chosen })
  }
  const failure = error && errorDetail(error, 'Nothing was added. Please try again.')
  return (
    <FormDialog
      title={items.length === 1 ? 'Add to selects' : `Add ${items.length} moments to selects`}
      action="Add"
      disabled={!own}
      form={{ props: { noValidate: true, onSubmit }, failure, busy: isPending }}
      onClose={onClose}
    >
      {what && <p className="text-text-2 tabular-nums">{what}</p>}
      {own ? (
        own.length > 0 && (
          <div role="radiogroup" aria-label="Selects" className="-mx-2 grid max-h-[320px] gap-0.5 overflow-y-auto">
            {own.map(({ id, name: named, item_count }) => (
              <Option key={id} checked={chosen === id} name={named} count={item_count} onChoose={() => setPicked(id)} />
            ))}
            <Option checked={chosen === NEW} name="New selects" count={null} onChoose={() => setPicked(NEW)} />
          </div>
        )
      ) : isError ? (
        <NotLoaded what="Your selects could not be loaded." onRetry={refetch} />
      ) : (
        <Skeleton className="h-[132px]" />
      )}
      {own && chosen === NEW && (
        <TextField
          label={own.length > 0 ? 'Name' : 'Name of the new selects'}
          autoComplete="off"
          autoFocus
          maxLength={TEXT.name}
          value={name}
          error={checked && wrong ? 'A name is required' : null}
          onChange={({ target }) => setName(target.value)}
        />
      )}
    </FormDialog>
  )
}

function Option({
  checked,
  name,
  count,
  onChoose,
}: {
  checked: boolean
  name: string
  count: number | null
  onChoose: () => void
}) {
  return (
    <label className="row-link flex min-h-11 items-center gap-3 px-2">
      {/* biome-ignore lint/a11y/noAutofocus: the list may come after its dialog, and Enter must add, not close */}
      <input type="radio" name="selects" autoFocus={checked} checked={checked} onChange={onChoose} />
      <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
        {name}
      </span>
      {count !== null && <span className="text-xs text-text-2">{countPieces(count)}</span>}
    </label>
  )
}

/** Adds the items, after making new selects if a name is given. A repeated try makes no second ones. */
function useAddition(items: AddedItems, onDone: () => void) {
  const create = useCreateSelects()
  const add = useAddItems()
  const takeOut = useTakeOut()
  const [made, setMade] = useState<string | null>(null)
  const [idempotency_key] = useState(randomKey)
  return useMutation({
    mutationFn: async (where: { id: string } | { name: string }) => {
      let id = 'id' in where ? where.id : made
      if (id === null && 'name' in where) {
        id = (await create.mutateAsync(where.name)).id
        setMade(id)
      }
      return await add.mutateAsync({ id: id ?? '', items, idempotency_key })
    },
    onSuccess: (selects, where) => {
      localStorage.setItem(KEY, selects.id)
      announceAdded(selects, items.length, () =>
        takeOut.mutateAsync({ id: selects.id, items: selects.added, begun: 'name' in where }),
      )
      onDone()
    },
  })
}
