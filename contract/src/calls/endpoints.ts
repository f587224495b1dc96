import { accountData } from '../nouns/account-data.ts'
import { accounts } from '../nouns/accounts.ts'
import { apiKeys } from '../nouns/api-keys.ts'
import { collections } from '../nouns/collections.ts'
import { comments } from '../nouns/comments.ts'
import { companies } from '../nouns/companies.ts'
import { indexing } from '../nouns/indexing.ts'
import { models } from '../nouns/models.ts'
import { notifications } from '../nouns/notifications.ts'
import { subscriptions } from '../nouns/plans.ts'
import { review } from '../nouns/review.ts'
import { search } from '../nouns/search.ts'
import { searchHistory } from '../nouns/search-history.ts'
import { sharing } from '../nouns/sharing.ts'
import { usage } from '../nouns/usage.ts'
import { videos } from '../nouns/videos.ts'
import { health } from './health.ts'
import { site } from './site.ts'

/** Every call of the API, by noun. */
export const endpoints = {
  accountData,
  accounts,
  apiKeys,
  collections,
  comments,
  companies,
  health,
  indexing,
  models,
  notifications,
  review,
  search,
  searchHistory,
  sharing,
  site,
  subscriptions,
  usage,
  videos,
}
