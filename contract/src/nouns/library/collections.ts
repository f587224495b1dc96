import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Id, requiredText, Timestamp } from '../../calls/fields.ts'
import { PAGED, pageOf } from '../../calls/pages.ts'
import { Message } from '../../calls/problems.ts'
import { TEXT, VIDEOS } from '../../shared/limits.ts'
import { LanguageChoice, Video } from './videos.ts'

export const Collection = z.object({
  id: z.string(),
  name: z.string(),
  user_id: z.string(),
  /** The versions of one cut count as one video. */
  num_videos: z.number(),
  /** Seconds, of the current versions. */
  total_duration: z.number(),
  latest_thumbnail: z.nullable(z.string()),
  created_at: Timestamp,
  expired: z.boolean(),
  /** When the plan's retention ends; null without an end. */
  expires_at: z.nullable(Timestamp),
  kind: z.enum(['search', 'review']),
  /** Language of the speech (BCP 47); null: Footnote detects it for each video. */
  language: z.nullable(z.string()),
  sample: z.boolean(),
  can: z.object({ rename: z.boolean(), delete: z.boolean(), upload: z.boolean() }),
})
export type Collection = z.infer<typeof Collection>

/** Modalities that a collection indexes and searches. */
export const Modalities = { visual: z.boolean(), ocr: z.boolean(), audio: z.boolean() }

export const CreateCollection = z
  .object({
    index_name: requiredText('Index name is required', TEXT.name),
    process_visual: z._default(z.boolean(), true),
    process_ocr: z._default(z.boolean(), false),
    process_audio: z._default(z.boolean(), true),
  })
  .check(
    z.refine((body) => body.process_visual || body.process_ocr || body.process_audio, {
      error: 'At least one processing option must be selected',
      path: ['process_visual'],
    }),
  )
export const RenameCollection = z.object({ id: Id, new_name: requiredText('Collection name is required', TEXT.name) })
export const SetCollectionLanguage = z.object({ id: Id, language: LanguageChoice })
export const CollectionDetail = z.object({
  collection: Collection,
  videos: z.array(Video),
  ...Modalities,
  expired: z.boolean(),
  ...PAGED,
})
export type CollectionDetail = z.infer<typeof CollectionDetail>

const Indexes = z.object({ indexes: z.array(Collection) })
export const collections = endpointsOf('Collections', {
  list: {
    method: 'GET',
    path: '/api/indexes',
    access: 'user',
    summary: "The company's collections, newest first",
    response: Indexes,
  },
  samples: {
    method: 'GET',
    path: '/api/sample_indexes',
    access: 'user',
    summary: 'Sample collections, shown to everyone',
    response: Indexes,
  },
  detail: {
    method: 'GET',
    path: '/api/indexes/:id',
    access: 'user',
    summary: 'One collection with its videos, or with a page of them',
    params: z.object({ id: Id }),
    query: z.object(pageOf(VIDEOS.page_size)),
    response: CollectionDetail,
  },
  create: {
    method: 'POST',
    path: '/api/create_index',
    access: 'user',
    summary: 'Create a collection',
    body: CreateCollection,
    response: z.object({ ...Collection.shape, ...Modalities }),
  },
  rename: {
    method: 'POST',
    path: '/api/rename-collection',
    access: 'user',
    summary: 'Rename a collection',
    body: RenameCollection,
    response: Message,
  },
  setLanguage: {
    method: 'POST',
    path: '/api/set_index_language',
    access: 'user',
    summary: 'Choose the spoken language of a collection, and transcribe its videos again',
    body: SetCollectionLanguage,
    response: Message,
  },
  delete: {
    method: 'POST',
    path: '/api/delete_index',
    access: 'user',
    summary: 'Delete a collection and its videos',
    body: z.object({ id: Id }),
    response: Message,
  },
})

export const CreateReviewCollection = z.object({
  collection_name: requiredText('Collection name is required', TEXT.name),
})

export const review = endpointsOf('Review', {
  list: {
    method: 'GET',
    path: '/api/quick-review/review_collections',
    access: 'user',
    summary: "The company's review collections, newest first",
    response: z.object({ review_collections: z.array(Collection) }),
  },
  create: {
    method: 'POST',
    path: '/api/quick-review/create_review_collection',
    access: 'user',
    summary: 'Create a review collection',
    body: CreateReviewCollection,
    response: Collection,
  },
  rename: {
    method: 'POST',
    path: '/api/quick-review/rename-collection',
    access: 'user',
    summary: 'Rename a review collection',
    body: RenameCollection,
    response: Message,
  },
  delete: {
    method: 'POST',
    path: '/api/quick-review/delete_collection',
    access: 'user',
    summary: 'Delete a review collection and its videos',
    body: z.object({ id: Id }),
    response: Message,
  },
})
