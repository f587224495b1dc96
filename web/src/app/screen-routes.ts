import type { ComponentType } from 'react'

/** Who sees a screen: only people signed in, only account flows of people who are not, or anyone. */
export type Audience = 'user' | 'visitor' | 'anyone'

export interface ScreenRoute {
  path: string
  audience: Audience
  /** Words of the browser's tab; a screen that knows better sets its own with `<title>`. */
  title: string
  load: () => Promise<{ default: ComponentType }>
}

/** Every screen of the product. Each is a chunk of its own. */
export const screenRoutes: readonly ScreenRoute[] = []
