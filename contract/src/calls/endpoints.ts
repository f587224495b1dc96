import { accountData, accounts } from '../nouns/identity/accounts.ts'
import { apiKeys } from '../nouns/identity/api-keys.ts'
import { companies } from '../nouns/identity/companies.ts'
import { subscriptions, usage } from '../nouns/identity/plans.ts'
import { collections, review } from '../nouns/library/collections.ts'
import { indexing, models } from '../nouns/library/indexing.ts'
import { transcripts } from '../nouns/library/transcripts.ts'
import { uploads } from '../nouns/library/uploads.ts'
import { deletionPreview } from '../nouns/library/videos/deletion.ts'
import { lightCopies } from '../nouns/library/videos/light.ts'
import { storyboards } from '../nouns/library/videos/storyboards.ts'
import { versions } from '../nouns/library/videos/versions.ts'
import { videos } from '../nouns/library/videos.ts'
import { search, searchHistory } from '../nouns/output/search.ts'
import { selects } from '../nouns/output/selects.ts'
import { notifications } from '../nouns/personal/notifications.ts'
import { approvals } from '../nouns/review/approvals.ts'
import { commentExports } from '../nouns/review/comments/exports.ts'
import { matchComments } from '../nouns/review/comments/from-matches.ts'
import { commentImports } from '../nouns/review/comments/imports.ts'
import { matchLists } from '../nouns/review/comments/match-lists.ts'
import { people } from '../nouns/review/comments/people.ts'
import { stills } from '../nouns/review/comments/stills.ts'
import { comments } from '../nouns/review/comments.ts'
import { live } from '../nouns/review/live.ts'
import { boxes } from '../nouns/review/sharing/box.ts'
import { shareLinks } from '../nouns/review/sharing/links.ts'
import { sharing } from '../nouns/review/sharing.ts'
import { health } from './health.ts'
import { speakPlainly } from './plain-errors.ts'
import { site } from './site.ts'

speakPlainly()

/** Every call of the API, by noun. */
export const endpoints = {
  accountData,
  accounts,
  apiKeys,
  approvals,
  boxes,
  collections,
  commentExports,
  commentImports,
  comments,
  companies,
  deletionPreview,
  health,
  indexing,
  lightCopies,
  live,
  matchComments,
  matchLists,
  models,
  notifications,
  people,
  review,
  search,
  searchHistory,
  selects,
  shareLinks,
  sharing,
  site,
  stills,
  storyboards,
  subscriptions,
  transcripts,
  uploads,
  usage,
  versions,
  videos,
}
