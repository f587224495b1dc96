import { accountData, accounts } from '../nouns/accounts.ts'
import { apiKeys } from '../nouns/api-keys.ts'
import { approvals } from '../nouns/approvals.ts'
import { collections, review } from '../nouns/collections.ts'
import { commentExports } from '../nouns/comments/exports.ts'
import { matchComments } from '../nouns/comments/from-matches.ts'
import { commentImports } from '../nouns/comments/imports.ts'
import { matchLists } from '../nouns/comments/match-lists.ts'
import { stills } from '../nouns/comments/stills.ts'
import { comments } from '../nouns/comments.ts'
import { companies } from '../nouns/companies.ts'
import { indexing, models } from '../nouns/indexing.ts'
import { notifications } from '../nouns/notifications.ts'
import { subscriptions, usage } from '../nouns/plans.ts'
import { search, searchHistory } from '../nouns/search.ts'
import { selects } from '../nouns/selects.ts'
import { sharing } from '../nouns/sharing.ts'
import { transcripts } from '../nouns/transcripts.ts'
import { deletionPreview } from '../nouns/videos/deletion.ts'
import { lightCopies } from '../nouns/videos/light.ts'
import { storyboards } from '../nouns/videos/storyboards.ts'
import { uploads } from '../nouns/videos/uploads.ts'
import { versions } from '../nouns/videos/versions.ts'
import { videos } from '../nouns/videos.ts'
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
  collections,
  commentExports,
  commentImports,
  comments,
  companies,
  deletionPreview,
  health,
  indexing,
  lightCopies,
  matchComments,
  matchLists,
  models,
  notifications,
  review,
  search,
  searchHistory,
  selects,
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
