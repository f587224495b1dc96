const anyone = 'anyone'

/** Pages that are drawn at build time. */
export const publicRoutes = [
  {
    path: '/',
    audience: anyone,
    screen: 'public/landing',
    title: 'Ask Your Videos Anything',
    description:
      'Search inside your videos for pictures, speech and words on the screen, then review them together. Self-hosted, with no bill per minute.',
    load: () => import('../screens/public/landing.tsx'),
  },
  {
    path: '/quick-search',
    audience: anyone,
    screen: 'public/video-search',
    title: 'Video Search',
    description:
      'Ask in plain language or with a picture. Every answer is a clip with its timecode, its confidence and the reason why it was found.',
    load: () => import('../screens/public/video-search.tsx'),
  },
  {
    path: '/quick-review',
    audience: anyone,
    screen: 'public/quick-review',
    title: 'Quick Review',
    description:
      'Watch a video beside its transcript and comment on a second or a range. Replies stay in the thread, numbers stay on the timeline.',
    load: () => import('../screens/public/quick-review.tsx'),
  },
  {
    path: '/quick-gen',
    audience: anyone,
    screen: 'public/content-studio',
    title: 'Content studio',
    description: 'Drafts of new cuts, made from the moments that you have found. Coming soon.',
    load: () => import('../screens/public/content-studio.tsx'),
  },
  {
    path: '/use-cases',
    audience: anyone,
    screen: 'public/use-cases',
    title: 'Use Cases',
    description: 'How a class, a teaching kitchen, a lecture archive and a documentary desk can work with Footnote.',
    load: () => import('../screens/public/use-cases.tsx'),
  },
  {
    path: '/use-cases/:id',
    audience: anyone,
    screen: 'public/use-case',
    load: () => import('../screens/public/use-case.tsx'),
  },
  {
    path: '/pricing',
    audience: anyone,
    screen: 'public/pricing',
    billing: true,
    for_users: true,
    title: 'Pricing',
    description: 'Free with 5GB, Pro for $12 a month, Team for $39 a month with five members.',
    load: () => import('../screens/public/pricing.tsx'),
  },
  {
    path: '/team',
    audience: anyone,
    screen: 'public/team',
    title: 'Team',
    description: 'Who makes Footnote, and how to meet them.',
    load: () => import('../screens/public/team.tsx'),
  },
  {
    path: '/about',
    audience: anyone,
    screen: 'public/about',
    title: 'About',
    description: 'How to get in touch, and answers to what people ask: languages, speed, privacy, limits.',
    load: () => import('../screens/public/about.tsx'),
  },
  {
    path: '/login',
    audience: 'visitor',
    screen: 'account/login-signup',
    title: 'Sign in',
    description: 'Sign in to your collections, your searches and your reviews.',
    load: () => import('../screens/account/login-signup.tsx'),
  },
  {
    path: '/signup',
    audience: 'visitor',
    screen: 'account/login-signup',
    title: 'Sign up',
    description: 'Make an account, upload a video, and ask it for a moment in your own words.',
    load: () => import('../screens/account/login-signup.tsx'),
  },
] as const
