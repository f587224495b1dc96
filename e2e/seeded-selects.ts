import { type Account, ask } from './calls.ts'
import type { Product } from './product.ts'

const NOTES = [
  'Open on the harbour',
  'The bridge, wide',
  '',
  'Boats under the bridge, which is the shot that we came for',
]

/** Makes selects of the films of a collection. @returns their id */
export async function seedSelects(product: Product, owner: Account, collection_id: string): Promise<string> {
  const headers = { authorization: `Bearer ${owner.access}` }
  const detail = await fetch(`${product.origin}/api/indexes/${collection_id}`, { headers })
  const { videos } = (await detail.json()) as { videos: { id: string }[] }
  const { id } = await ask<{ id: string }>(product, owner, 'selects', { name: 'Harbour, first minute', note: '' })
  const items = NOTES.map((note, place) => ({
    video_id: videos[place % videos.length]?.id ?? '',
    start_time: 2 + 4 * place,
    end_time: 5 + 4 * place,
    note,
  }))
  await ask(product, owner, `selects/${id}/items`, { items })
  return id
}
