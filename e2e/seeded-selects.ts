import { type Account, createSelects, videosOf } from './calls.ts'
import type { Product } from './product.ts'

const NOTES = [
  'Open on the harbour',
  'The bridge, wide',
  '',
  'Boats under the bridge, which is the shot that we came for',
]

/** Makes selects of the films of a collection. @returns their id */
export async function seedSelects(product: Product, owner: Account, collection_id: string): Promise<string> {
  const videos = await videosOf(product, owner, collection_id)
  const pieces = NOTES.map((note, place) => ({
    video_id: videos[place % videos.length]!.id,
    start_time: 2 + 4 * place,
    end_time: 5 + 4 * place,
    note,
  }))
  return await createSelects(product, owner, 'Harbour, first minute', pieces)
}
