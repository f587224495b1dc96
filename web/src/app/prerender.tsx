import { text } from 'node:stream/consumers'
import { type ReactNode, StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { useCases } from '../features/public/pages/use-cases/stories/stories.ts'
import { AppRoutes } from './app.tsx'
import { EarlyFrame, earlyAddresses } from './early-frame.tsx'
import { publicRoutes } from './public-routes.ts'
import { type ScreenRoute, screenRoutes } from './screen-routes.ts'

/** A page that is drawn at build time. */
export interface Page {
  readonly path: string
  /** File in `screens`, without extension. */
  readonly screen: string
}

/** Every public page, by address. */
export const pages: readonly Page[] = publicRoutes.flatMap<Page>(({ path, screen }) =>
  path === '/use-cases/:id' ? useCases.map(({ id }) => ({ path: `/use-cases/${id}`, screen })) : [{ path, screen }],
)

/** Every other screen, by the pattern of its address, with its audience. */
export const screens: readonly (Page & Pick<ScreenRoute, 'audience'>)[] = screenRoutes
  .filter(({ path }) => !publicRoutes.some((page) => page.path === path))
  .map(({ path, screen, audience }) => ({ path, screen, audience }))

/**
 * Draws a page as a visitor sees it.
 * @returns content of the head and of the root
 * @throws Error when a part of it cannot be drawn
 */
export async function draw(path: string): Promise<{ head: string; body: string }> {
  const html = await drawn(path, <AppRoutes />)
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link) [^>]*>)*/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}

/** Draws the early frame of a screen; empty for most. */
export async function drawEarly({ path, audience }: (typeof screens)[number]): Promise<string> {
  if (!earlyAddresses.includes(path)) return ''
  return drawn(path, <EarlyFrame address={path} guest={audience === 'guest'} />)
}

async function drawn(path: string, content: ReactNode): Promise<string> {
  const faults: unknown[] = []
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <StaticRouter location={path}>{content}</StaticRouter>
    </StrictMode>,
    // In one piece: a script would have to insert a part that is sent later, and the policy refuses such a script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (fault) => void faults.push(fault) },
  )
  const html = await text(prelude)
  if (faults.length > 0) throw faults[0]
  return html
}
