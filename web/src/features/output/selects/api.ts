import type { RenderSelects, SelectsFormat } from '@footnote/contract/nouns/output/selects/render.ts'
import { type AddItems, selects } from '@footnote/contract/nouns/output/selects.ts'
import type { ExportRate } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { call } from '../../../lib/calls/client.ts'
import { download } from '../../../lib/calls/download.ts'
import { useReload } from '../../../lib/calls/use-reload.ts'

/** The company's selects, last changed first. */
export const selectsListQuery = () =>
  queryOptions({
    queryKey: ['selects', 'list'],
    queryFn: async ({ signal }) => (await call(selects.list, {}, signal)).selects,
    refetchInterval: TIMING.address_refresh,
  })

/** One list of selects; read again every 5 s while it is being rendered or a video is being prepared. */
export const selectsQuery = (id: string) =>
  queryOptions({
    queryKey: ['selects', 'one', id],
    queryFn: ({ signal }) => call(selects.get, { params: { id } }, signal),
    refetchInterval: ({ state }) => {
      const { renderings = [], items = [] } = state.data ?? {}
      const busy = renderings.length > 0 || items.some((item) => item.state === 'PENDING')
      return busy ? TIMING.collection_refresh : TIMING.address_refresh
    },
  })

/** Changes that the lists show; each resolves when they do. */
function useChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const reload = useReload(['selects'])
  return useMutation({
    mutationFn: async (input: Input) => {
      const result = await change(input)
      await reload()
      return result
    },
  })
}

const ofId = (id: string) => ({ params: { id } })

/** Begins empty selects. */
export const useCreateSelects = () => useChange((name: string) => call(selects.create, { body: { name, note: '' } }))

/** Makes a copy that belongs to the user. */
export const useDuplicateSelects = () => useChange((id: string) => call(selects.duplicate, ofId(id)))

/** Deletes selects; `useRestoreSelects` takes it back within a day. */
export const useDeleteSelects = () => useChange((id: string) => call(selects.delete, ofId(id)))

/** Takes a deletion back. */
export const useRestoreSelects = () => useChange((id: string) => call(selects.restore, ofId(id)))

/** Appends pieces, once per key. */
export const useAddItems = () =>
  useChange(({ id, ...body }: { id: string } & z.input<typeof AddItems>) =>
    call(selects.addItems, { ...ofId(id), body }),
  )

/** Tries to take pieces out while other people change the same selects. */
const TRIES = 3

/**
 * Takes pieces out again that were just added, whatever was changed meanwhile. Selects that were begun for them and have
 * nothing else are deleted.
 */
export const useTakeOut = () =>
  useChange(async ({ id, items, begun }: { id: string; items: readonly string[]; begun: boolean }) => {
    for (let tries = 1; ; tries += 1) {
      const { items: all, revision } = await call(selects.get, ofId(id))
      const left = all.filter((item) => !items.includes(item.id))
      if (begun && left.length === 0) return await call(selects.delete, ofId(id))
      const body = {
        revision,
        items: left.map(({ id: item, start_frame, end_frame, note }) => ({ id: item, start_frame, end_frame, note })),
      }
      try {
        return await call(selects.setItems, { ...ofId(id), body })
      } catch (error) {
        if (tries === TRIES || !(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
      }
    }
  })

/** Changes name and note in the list, where nobody edits the items. */
export const useRenameSelects = () =>
  useChange(({ id, ...body }: { id: string; name: string; note: string; revision: number }) =>
    call(selects.change, { ...ofId(id), body }),
  )

/** Saves a file for an editing program. */
export const useExportSelects = () =>
  useMutation({
    mutationFn: ({ id, ...query }: { id: string; format: SelectsFormat; rate?: ExportRate }) =>
      download(selects.export, { ...ofId(id), query }),
  })

/** Has the server make one video of the items. */
export const useRenderSelects = () =>
  useChange(({ id, ...body }: { id: string } & z.input<typeof RenderSelects>) =>
    call(selects.render, { ...ofId(id), body }),
  )
