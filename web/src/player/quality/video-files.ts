import type { LightCopy, Rendition } from '@footnote/contract/nouns/library/videos.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'

/** The files that play a video, for a choice among them. */
export interface VideoFiles {
  readonly renditions: readonly Rendition[]
  readonly light_copy: LightCopy
  /** The share link that opened the page; null for signed-in people. */
  readonly access: ShareAccess | null
  /** Reads the video again. */
  readonly refresh: () => Promise<unknown>
}

/** Which file of a video plays. */
export interface PlayedRendition {
  /** Id of the video. */
  readonly id: string
  readonly plays: Rendition['id']
}
