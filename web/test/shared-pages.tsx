import type { OpenedLink, Room, RoomVideo } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { render } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { vi } from 'vitest'
import { aVideoDetail } from '../../seed/answers/videos.ts'
import SharedScreen from '../src/screens/shared/shared.tsx'
import { json } from './json.ts'

/** What a guest sends with a call. */
export interface GuestCall {
  readonly path: string
  readonly pass: string | null
  readonly body: Record<string, string> | null
}

/** A problem as the server answers it. */
export const problem = (status: number, code: string, detail = 'No', headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ type: 'about:blank', title: '', status, code, detail, message: detail }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

export const aRoomVideo = (video_id: string, changes: Partial<RoomVideo> = {}): RoomVideo => ({
  ...{ video_id, file_name: `${video_id}.mp4`, version: 1, duration: 60, thumbnail_url: null },
  ...{ review_status: 'in_progress', open_comments: 0, resolved_comments: 0, ...changes },
})

export const aRoom = (videos: readonly RoomVideo[], changes: Partial<Room> = {}): Room => ({
  ...{ name: null, shared_by: 'Ada Lovelace', permission: 'commenter', download: 'none', expires_at: null },
  ...{ videos: [...videos], ...changes },
})

/** What a server answers about one link. */
export interface LinkServer {
  link: OpenedLink
  /** The pass that opens the link; null while none is needed. */
  pass?: string | null
  room?: () => Response
  unlock?: (body: Record<string, string>) => Response
  /** Changes whether the guest gets mails. */
  mail?: (chosen: boolean) => Response
}

/** A server with one link. @returns what it was asked */
export function serveLink(server: LinkServer): GuestCall[] {
  const sent: GuestCall[] = []
  vi.stubGlobal('fetch', async (address: string, { headers, body }: RequestInit = {}) => {
    const path = new URL(address, 'http://localhost').pathname
    const pass = new Headers(headers).get('x-share-pass')
    const given = typeof body === 'string' ? JSON.parse(body) : null
    sent.push({ path, pass, body: given })
    const locked = server.pass != null && pass !== server.pass
    if (path.includes('/unlock/')) return server.unlock?.(given) ?? json({ pass: server.pass, code_sent: false })
    if (path.includes('/validate-share-token/'))
      return json(locked ? { ...server.link, locked, video_id: null } : { ...server.link, locked: false })
    if (locked) return problem(401, 'link_locked', 'This link is locked.')
    if (path.endsWith('/mail')) return server.mail?.(given.mail) ?? problem(403, 'forbidden')
    if (path.endsWith('/room')) return server.room?.() ?? json(aRoom([]))
    if (path.includes('/get_shared_video_details/'))
      return json({ ...aVideoDetail(path.split('/').at(-1) ?? '', 'c'), shared_permission: server.link.permission })
    // The stream of events, and parts of the review page that these tests are not about.
    return await new Promise<Response>(() => undefined)
  })
  return sent
}

/** Opens a page behind a link. */
export const openShared = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/shared/:shareToken" element={<SharedScreen />} />
        <Route path="/shared/:shareToken/:videoId" element={<SharedScreen />} />
      </Routes>
    </MemoryRouter>,
  )
