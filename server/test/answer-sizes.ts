import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { API_KEYS } from '@footnote/contract/shared/limits.ts'
import type { LARGEST } from './largest-calls.ts'

/** Bytes of any answer in JSON, but of those of `WHOLE`. */
export const MOST_BYTES = 5 * 1000 ** 2

type Name = keyof typeof LARGEST

/** What bounds the lists of an answer: a request of the largest size, or a few small items, as the text says. */
type SizeBound = { readonly like: Name } | { readonly few: string }

const few = (text: string): SizeBound => ({ few: text })
const like = (name: Name): SizeBound => ({ like: name })

/** Answers that grow with a thing, as the specification says. They are sent in parts, and have pages. */
export const WHOLE: Readonly<Record<string, SizeBound>> = {
  'GET /api/indexes/:id': like('a page of a collection'),
  'GET /api/transcripts/:video_id': like('a page of a transcript'),
  'GET /api/get_video_details/:video_id': like('a page of a spoken video'),
  'GET /api/sharing_router/get_shared_video_details/:video_id': like('a page of a spoken video'),
  // Their words are those of the transcript after the change.
  'PUT /api/transcripts/:video_id': like('a page of a transcript'),
  'PUT /api/transcripts/:video_id/speakers': like('a page of a transcript'),
  'POST /api/transcripts/:video_id/undo': like('a page of a transcript'),
  'POST /api/transcripts/:video_id/redo': like('a page of a transcript'),
  'POST /api/transcripts/:video_id/subtitles': like('a page of a transcript'),
}

const COMMENT_CALLS = Object.values(endpoints)
  .flatMap((noun) => Object.values<Endpoint>(noun))
  .filter(({ response }) => response === Comment)

/** Every other answer with a list. */
export const BOUNDED: Readonly<Record<string, SizeBound>> = {
  ...Object.fromEntries(COMMENT_CALLS.map(({ method, path }) => [`${method} ${path}`, few('one comment')])),
  'GET /api/api_keys': few(`${API_KEYS.max} keys of a person`),
  'POST /api/api_keys': few('scopes of one key'),
  'GET /api/quick-review/approvals/:video_id': few('50 reviewers'),
  'PUT /api/quick-review/approvals/:video_id': few('50 reviewers'),
  'POST /api/quick-review/verdict/:video_id': few('50 reviewers'),
  'POST /api/quick-review/review-status/:video_id': few('50 reviewers'),
  'GET /api/quick-review/review-log/:video_id': like('the log of a review'),
  'GET /api/indexes': like('a list of collections'),
  'GET /api/sample_indexes': few('collections of the product'),
  'GET /api/quick-review/review_collections': like('a list of collections'),
  'POST /api/quick-review/import-comments/:video_id': like('an import of comments'),
  'GET /api/quick-review/comments/:video_id': like('a page of comments'),
  'GET /api/quick-review/comments/:video_id/:comment_id': like('replies to a comment'),
  'GET /api/quick-review/export-preview/:video_id': few('three lines of 300 characters'),
  'GET /api/quick-review/drawings/:video_id/:comment_id': few('200 shapes'),
  'GET /api/quick-review/storyboard/:video_id': few('a sheet for 500 s of a video, 400 bytes each'),
  'GET /api/quick-review/comment-suggestions/:index_id': few('a few suggestions'),
  'GET /api/quick-review/people/:video_id': few('at most 8 people'),
  'GET /api/company/company_details': few('people of a company, 300 bytes each'),
  'GET /api/company/usage_history': like('the use of a plan'),
  'POST /api/company/invite_users': few('100 addresses of the call'),
  'GET /api/health': few('parts of the product'),
  'GET /api/indexing': few('running work, and 50 failures'),
  'POST /api/quick-review/comments-from-matches': few('matches of the call, whose body has 2 MB'),
  'GET /api/models': few('models of the product'),
  'GET /api/get_notifications': few('the newest notifications of a person'),
  'GET /api/notification_settings': few('kinds of notifications'),
  'POST /api/notification_settings': few('kinds of notifications'),
  'GET /api/query_index': few('the best matches'),
  'POST /api/image_search': few('the best matches'),
  'GET /api/search_history': few('the last and the saved searches of a person'),
  'POST /api/search_history': few('one search'),
  'POST /api/search_history/:id/save': few('one search'),
  'GET /api/selects': like('a list of selects'),
  'POST /api/selects': few('new selects'),
  'GET /api/selects/:id': like('reading selects'),
  'PUT /api/selects/:id': like('reading selects'),
  'POST /api/selects/:id/restore': like('reading selects'),
  'POST /api/selects/:id/duplicate': like('reading selects'),
  'POST /api/selects/:id/items': like('reading selects'),
  'PUT /api/selects/:id/items': like('reading selects'),
  'GET /api/sharing_router/share-links/:video_id': like('links of a video'),
  'GET /api/sharing_router/links': few('the latest 200 links of a company, with 20 names and 50 addresses each'),
  'POST /api/sharing_router/links': few('one link'),
  'PUT /api/sharing_router/share-links/:id': few('one link'),
  'GET /api/sharing_router/share-links/:id/visits': few('the latest 200 visits'),
  'GET /api/sharing_router/share-links/:id/files': few('500 files of a box'),
  'GET /api/sharing_router/box': few('500 files of a sender'),
  'GET /api/sharing_router/room': few('500 videos, 1.5 kB each with the address of a picture'),
  'GET /api/subscription/current': few('limits of a plan'),
  'GET /api/transcripts/:video_id/edits': like('the history of a transcript'),
  'GET /api/transcripts/:video_id/tracks': few('16 tracks of a file'),
  'GET /api/uploads': few('1,000 uploads of a person'),
  'GET /api/quick-review/versions/:video_id': few('versions of a video'),
  'POST /api/quick-review/stack/:video_id': few('versions of a video'),
  'POST /api/quick-review/unstack/:video_id': few('versions of a video'),
  'POST /api/move_videos': few('100 videos of the call'),
  'POST /api/deletion_preview': few('600 selects of a company'),
  'POST /api/add_records': few('sound tracks of a video'),
  'POST /api/import_url': few('sound tracks of a video'),
  'GET /api/speech_languages': few('languages of a model'),
}
