import { accountData } from './account-data.ts'
import { accounts } from './accounts.ts'
import { apiKeys } from './api-keys.ts'
import { collections } from './collections.ts'
import { comments } from './comments.ts'
import { companies } from './companies.ts'
import { health } from './health.ts'
import { indexing } from './indexing.ts'
import { models } from './models.ts'
import { notifications } from './notifications.ts'
import { review } from './review.ts'
import { search } from './search.ts'
import { searchHistory } from './search-history.ts'
import { sharing } from './sharing.ts'
import { site } from './site.ts'
import { subscriptions } from './subscriptions.ts'
import { usage } from './usage.ts'
import { videos } from './videos.ts'

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
