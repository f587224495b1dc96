import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, requiredText } from '../calls/fields.ts'
import { Message } from '../calls/problems.ts'
import { TEXT } from '../shared/limits.ts'
import { Collection, RenameCollection } from './collections.ts'

export const CreateReviewCollection = z.object({
  collection_name: requiredText('Collection name is required', TEXT.name),
})

const tag = 'Review'
export const review = {
  list: endpoint({
    method: 'GET',
    path: '/api/quick-review/review_collections',
    access: 'user',
    tag,
    summary: "The company's review collections, newest first",
    response: z.object({ review_collections: z.array(Collection) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/quick-review/create_review_collection',
    access: 'user',
    tag,
    summary: 'Create a review collection',
    body: CreateReviewCollection,
    response: Collection,
  }),
  rename: endpoint({
    method: 'POST',
    path: '/api/quick-review/rename-collection',
    access: 'user',
    tag,
    summary: 'Rename a review collection',
    body: RenameCollection,
    response: Message,
  }),
  delete: endpoint({
    method: 'POST',
    path: '/api/quick-review/delete_collection',
    access: 'user',
    tag,
    summary: 'Delete a review collection and its videos',
    body: z.object({ id: Id }),
    response: Message,
  }),
}
