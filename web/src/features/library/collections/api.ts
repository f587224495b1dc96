import { type Collection, collections, review } from '@footnote/contract/nouns/library/collections.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { uploadAddress } from '../../../lib/addresses.ts'
import { call } from '../../../lib/calls/client.ts'
import { useReload } from '../../../lib/calls/use-reload.ts'

/** The company's collections, newest first. */
export const collectionsQuery = () =>
  queryOptions({
    queryKey: ['collections', 'list'],
    queryFn: async ({ signal }) => (await call(collections.list, {}, signal)).indexes,
    refetchInterval: TIMING.address_refresh,
  })

/** Sample collections, the same for everyone. */
export const samplesQuery = () =>
  queryOptions({
    queryKey: ['collections', 'samples'],
    queryFn: async ({ signal }) => (await call(collections.samples, {}, signal)).indexes,
    refetchInterval: TIMING.address_refresh,
  })

/** The company's review collections, newest first. */
export const reviewCollectionsQuery = () =>
  queryOptions({
    queryKey: ['collections', 'review'],
    queryFn: async ({ signal }) => (await call(review.list, {}, signal)).review_collections,
    refetchInterval: TIMING.address_refresh,
  })

const useReloadLists = () => useReload(['collections'])

/** Creates a collection; resolves to its address, with the upload dialog, when the lists show it. */
export function useCreateCollection() {
  const reload = useReloadLists()
  return async (body: Parameters<typeof call<typeof collections.create>>[1]['body']) => {
    const { id } = await call(collections.create, { body })
    await reload()
    return uploadAddress({ id, kind: 'search' })
  }
}

/** Creates a review collection; resolves to its address, with the upload dialog, when the list shows it. */
export function useCreateReviewCollection() {
  const reload = useReloadLists()
  return async (body: Parameters<typeof call<typeof review.create>>[1]['body']) => {
    const { id } = await call(review.create, { body })
    await reload()
    return uploadAddress({ id, kind: 'review' })
  }
}

const RENAMED = 'Successfully renamed collection'

/** Renames a collection; resolves when the lists show it. @throws Error for an unexpected answer */
export function useRenameCollection() {
  const reload = useReloadLists()
  return useMutation({
    mutationFn: async ({ id, kind, new_name }: Pick<Collection, 'id' | 'kind'> & { new_name: string }) => {
      const { message } = await call((kind === 'review' ? review : collections).rename, { body: { id, new_name } })
      if (message !== RENAMED) throw new Error('Unexpected response from server')
      await reload()
    },
  })
}

/** Sets the language in which the server transcribes a collection's videos; resolves when the lists show it. */
export function useChooseLanguage() {
  const reload = useReloadLists()
  return useMutation({
    mutationFn: async (body: Pick<Collection, 'id' | 'language'>) => {
      await call(collections.setLanguage, { body })
      await reload()
    },
  })
}

/** Deletes a collection with its videos; resolves when the lists no longer show it. */
export function useDeleteCollection() {
  const reload = useReloadLists()
  return useMutation({
    mutationFn: async ({ id, kind }: Pick<Collection, 'id' | 'kind'>) => {
      await call((kind === 'review' ? review : collections).delete, { body: { id } })
      await reload()
    },
    onError: (error) => console.warn('delete collection', error),
  })
}
