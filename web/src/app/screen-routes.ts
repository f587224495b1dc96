import type { ComponentType } from 'react'
import { publicRoutes } from './public-routes.ts'

/** Who sees a screen: only people signed in, only account flows of people who are not, or anyone. */
export type Audience = 'user' | 'visitor' | 'anyone'

export interface ScreenRoute {
  path: string
  audience: Audience
  /** Words of the browser's tab; absent where the screen itself sets them. */
  title?: string
  /** Not there where plans are hidden. */
  billing?: boolean
  /** What search engines say of a public page. */
  description?: string
  load: () => Promise<{ default: ComponentType }>
}

const shipped: readonly ScreenRoute[] = [
  ...publicRoutes,
  { path: '/onboarding', audience: 'anyone', title: 'Onboarding', load: () => import('../screens/onboarding.tsx') },
  { path: '/home', audience: 'user', title: 'Home', load: () => import('../screens/home.tsx') },
  { path: '/collections', audience: 'user', title: 'Collections', load: () => import('../screens/collections.tsx') },
  { path: '/collections/:id', audience: 'user', title: 'Collection', load: () => import('../screens/collection.tsx') },
  { path: '/collections/:id/search', audience: 'user', title: 'Search', load: () => import('../screens/search.tsx') },
  {
    path: '/quick-review/home',
    audience: 'user',
    title: 'Quick Review',
    load: () => import('../screens/review-collections.tsx'),
  },
  {
    path: '/quick-review/collections/:id',
    audience: 'user',
    title: 'Collection',
    load: () => import('../screens/collection.tsx'),
  },
  {
    path: '/quick-review/:userId/:videoId',
    audience: 'user',
    title: 'Review',
    load: () => import('../screens/review.tsx'),
  },
  {
    path: '/shared/:shareToken',
    audience: 'anyone',
    title: 'Shared video',
    load: () => import('../screens/shared.tsx'),
  },
  { path: '/verification', audience: 'visitor', title: 'Verify', load: () => import('../screens/verification.tsx') },
  {
    path: '/forgot-password',
    audience: 'visitor',
    title: 'Forgot password',
    load: () => import('../screens/forgot-password.tsx'),
  },
  {
    path: '/reset-password',
    audience: 'visitor',
    title: 'Reset password',
    load: () => import('../screens/reset-password.tsx'),
  },
  {
    path: '/change-password',
    audience: 'user',
    title: 'Change password',
    load: () => import('../screens/change-password.tsx'),
  },
  { path: '/company', audience: 'user', title: 'Company', load: () => import('../screens/company.tsx') },
  {
    path: '/subscription',
    audience: 'user',
    billing: true,
    title: 'Subscription',
    load: () => import('../screens/subscription.tsx'),
  },
  { path: '/account', audience: 'user', title: 'Account', load: () => import('../screens/account.tsx') },
  { path: '/api-keys', audience: 'user', title: 'API keys', load: () => import('../screens/api-keys.tsx') },
  {
    path: '/notification-settings',
    audience: 'user',
    title: 'Notification settings',
    load: () => import('../screens/notification-settings.tsx'),
  },
]

/** Every part of the kit in every hard state, for looking at; not in the product's build. */
const inDevelopment: readonly ScreenRoute[] =
  import.meta.env.DEV || import.meta.env.MODE === 'gallery'
    ? [{ path: '/gallery', audience: 'anyone', title: 'Gallery', load: () => import('./gallery/gallery.tsx') }]
    : []

/** Every screen of the product. Each is a chunk of its own, loaded when it is first visited. */
export const screenRoutes: readonly ScreenRoute[] = [...shipped, ...inDevelopment]
