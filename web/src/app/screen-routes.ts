// Past 250 lines: every screen with its address.
import type { ComponentType } from 'react'
import { publicRoutes } from './public-routes.ts'

/**
 * Who sees a screen: `user`, signed-in people; `visitor`, account forms for people who are not; `anyone`; `guest`,
 * people with a share link.
 */
export type Audience = 'user' | 'visitor' | 'anyone' | 'guest'

export interface ScreenRoute {
  path: string
  audience: Audience
  /** Title of the browser's tab; absent when the screen itself sets it. */
  title?: string
  /** Hidden on installations without plans. */
  billing?: boolean
  /** Signed-in people need it even if the pages for visitors are switched off. */
  for_users?: boolean
  /** Description of a public page for search engines. */
  description?: string
  /** File in `screens` that `load` imports, without extension. The build uses it to find what the screen needs. */
  screen: string
  load: () => Promise<{ default: ComponentType }>
}

const shipped: readonly ScreenRoute[] = [
  ...publicRoutes,
  {
    path: '/onboarding',
    audience: 'anyone',
    title: 'Onboarding',
    screen: 'public/onboarding',
    load: () => import('../screens/public/onboarding.tsx'),
  },
  // Also for visitors and guests of an installation without public pages: it says nothing about the installation.
  {
    path: '/help',
    audience: 'anyone',
    title: 'Help',
    screen: 'help/help',
    load: () => import('../screens/help/help.tsx'),
  },
  {
    path: '/help/:page',
    audience: 'anyone',
    screen: 'help/help-page',
    load: () => import('../screens/help/help-page.tsx'),
  },
  // The server leads from here to the address of the source code if it knows one.
  {
    path: '/source',
    audience: 'anyone',
    title: 'Source code',
    screen: 'help/source-code',
    load: () => import('../screens/help/source-code.tsx'),
  },
  { path: '/home', audience: 'user', title: 'Home', screen: 'home', load: () => import('../screens/home.tsx') },
  {
    path: '/collections',
    audience: 'user',
    title: 'Collections',
    screen: 'collections/collections',
    load: () => import('../screens/collections/collections.tsx'),
  },
  {
    path: '/collections/:id',
    audience: 'user',
    title: 'Collection',
    screen: 'collections/collection',
    load: () => import('../screens/collections/collection.tsx'),
  },
  {
    path: '/collections/:id/search',
    audience: 'user',
    title: 'Search',
    screen: 'search/search',
    load: () => import('../screens/search/search.tsx'),
  },
  {
    path: '/quick-review/home',
    audience: 'user',
    title: 'Quick Review',
    screen: 'collections/review-collections',
    load: () => import('../screens/collections/review-collections.tsx'),
  },
  {
    path: '/quick-review/collections/:id',
    audience: 'user',
    title: 'Collection',
    screen: 'collections/collection',
    load: () => import('../screens/collections/collection.tsx'),
  },
  {
    path: '/quick-review/:userId/:videoId',
    audience: 'user',
    title: 'Review',
    screen: 'review/review',
    load: () => import('../screens/review/review.tsx'),
  },
  {
    path: '/quick-review/:userId/:videoId/compare',
    audience: 'user',
    screen: 'compare/compare',
    load: () => import('../screens/compare/compare.tsx'),
  },
  {
    path: '/quick-review/:userId/:videoId/print',
    audience: 'user',
    screen: 'print/print',
    load: () => import('../screens/print/print.tsx'),
  },
  {
    path: '/selects',
    audience: 'user',
    title: 'Selects',
    screen: 'selects/selects-list',
    load: () => import('../screens/selects/selects-list.tsx'),
  },
  {
    path: '/selects/:id',
    audience: 'user',
    screen: 'selects/selects',
    load: () => import('../screens/selects/selects.tsx'),
  },
  {
    path: '/send/:shareToken',
    audience: 'guest',
    title: 'Send files',
    screen: 'shared/send',
    load: () => import('../screens/shared/send.tsx'),
  },
  {
    path: '/shared/:shareToken',
    audience: 'guest',
    title: 'Shared video',
    screen: 'shared/shared',
    load: () => import('../screens/shared/shared.tsx'),
  },
  {
    path: '/shared/:shareToken/print',
    audience: 'guest',
    screen: 'shared/shared-print',
    load: () => import('../screens/shared/shared-print.tsx'),
  },
  {
    path: '/shared/:shareToken/:videoId',
    audience: 'guest',
    title: 'Shared video',
    screen: 'shared/shared',
    load: () => import('../screens/shared/shared.tsx'),
  },
  {
    path: '/shared/:shareToken/:videoId/compare',
    audience: 'guest',
    screen: 'shared/shared-compare',
    load: () => import('../screens/shared/shared-compare.tsx'),
  },
  {
    path: '/shared/:shareToken/:videoId/print',
    audience: 'guest',
    screen: 'shared/shared-print',
    load: () => import('../screens/shared/shared-print.tsx'),
  },
  {
    path: '/verification',
    audience: 'visitor',
    title: 'Verify',
    screen: 'account/verification',
    load: () => import('../screens/account/verification.tsx'),
  },
  {
    path: '/forgot-password',
    audience: 'visitor',
    title: 'Forgot password',
    screen: 'account/forgot-password',
    load: () => import('../screens/account/forgot-password.tsx'),
  },
  {
    path: '/reset-password',
    audience: 'visitor',
    title: 'Reset password',
    screen: 'account/reset-password',
    load: () => import('../screens/account/reset-password.tsx'),
  },
  {
    path: '/change-password',
    audience: 'user',
    title: 'Change password',
    screen: 'account/change-password',
    load: () => import('../screens/account/change-password.tsx'),
  },
  {
    path: '/company',
    audience: 'user',
    title: 'Company',
    screen: 'company',
    load: () => import('../screens/company.tsx'),
  },
  {
    path: '/subscription',
    audience: 'user',
    billing: true,
    title: 'Subscription',
    screen: 'subscription',
    load: () => import('../screens/subscription.tsx'),
  },
  {
    path: '/account',
    audience: 'user',
    title: 'Account',
    screen: 'account/account',
    load: () => import('../screens/account/account.tsx'),
  },
  {
    path: '/api-keys',
    audience: 'user',
    title: 'API keys',
    screen: 'account/api-keys',
    load: () => import('../screens/account/api-keys.tsx'),
  },
  {
    path: '/notification-settings',
    audience: 'user',
    title: 'Notification settings',
    screen: 'account/notification-settings',
    load: () => import('../screens/account/notification-settings.tsx'),
  },
]

/** Every component in every hard state, for development; not in the product's build. */
const inDevelopment: readonly ScreenRoute[] =
  import.meta.env.DEV || import.meta.env.MODE === 'gallery'
    ? [
        {
          path: '/gallery',
          audience: 'anyone',
          title: 'Gallery',
          screen: 'gallery',
          load: () => import('./gallery/gallery.tsx'),
        },
      ]
    : []

/** Every screen of the product. Each is a chunk of its own that loads at the first visit. */
export const screenRoutes: readonly ScreenRoute[] = [...shipped, ...inDevelopment]

/** Audience of a screen on this installation; null when it is switched off. */
export function audienceOf({ path, audience, for_users }: ScreenRoute, publicPages: boolean): Audience | null {
  if (publicPages || audience !== 'anyone' || !publicRoutes.some((page) => page.path === path)) return audience
  return for_users ? 'user' : null
}
