import { accounts } from './accounts.ts'
import { collections } from './collections.ts'
import { health } from './health.ts'
import { notifications } from './notifications.ts'
import { search } from './search.ts'
import { usage } from './usage.ts'
import { videos } from './videos.ts'

/** Every call of the API, by noun. */
export const endpoints = { accounts, collections, health, notifications, search, usage, videos }
