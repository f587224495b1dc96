import { type CollectionDetail, collections, review } from '@footnote/contract/nouns/library/collections.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { call } from '../../../../lib/calls/client.ts'

/** The collection that files were dropped on. Collections of sub-folders get its kind and its modalities. */
export type Pattern = Pick<CollectionDetail, 'visual' | 'ocr' | 'audio'> &
  Pick<CollectionDetail['collection'], 'id' | 'name' | 'kind'>

/**
 * Finds or creates a collection for each sub-folder. A collection that has the name already is used, so that a folder
 * can be dropped again.
 * @returns ids by the names of the sub-folders
 * @throws ApiError
 */
export async function collectionsOf(names: readonly string[], like: Pattern): Promise<ReadonlyMap<string, string>> {
  const known =
    like.kind === 'search'
      ? (await call(collections.list, {})).indexes
      : (await call(review.list, {})).review_collections
  const ids = new Map<string, string>()
  for (const folder of names) {
    const name = folder.trim().slice(0, TEXT.name)
    const same = known.find((one) => one.name === name && one.kind === like.kind && one.can.upload && !one.expired)
    ids.set(folder, same?.id ?? (await create(name, like)))
  }
  return ids
}

async function create(name: string, { kind, visual, ocr, audio }: Pattern): Promise<string> {
  if (kind === 'review') return (await call(review.create, { body: { collection_name: name } })).id
  const body = { index_name: name, process_visual: visual, process_ocr: ocr, process_audio: audio }
  return (await call(collections.create, { body })).id
}
