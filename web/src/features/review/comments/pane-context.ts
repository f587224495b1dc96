import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { CommentsApi } from './comments-api.ts'
import type { DiscussionState, DiscussionStore } from './discussion/discussion-store.ts'
import type { Board } from './drawing/board.ts'
import type { PaneProps } from './pane-props.ts'

/** The path of a page that opened without such a link. */
export const NOT_LINKED: readonly string[] = []

/** Shared by all parts of the panel. The object stays the same, so that it causes no rendering. */
export interface PaneContext {
  readonly store: DiscussionStore
  readonly suggest: CommentsApi['suggest']
  readonly people: CommentsApi['people']
  readonly readDrawing: CommentsApi['drawing']
  /** Where people draw on the picture. */
  readonly board: Board
  /** Whether the author is a guest, who must give a name. */
  readonly guest: boolean
  /** Name of the guest for whom the link was made; null for other links. */
  readonly guest_name: string | null
  readonly compact: boolean
  /** Names the drafts of this video. */
  readonly draft_name: string
  readonly select: (comment: Comment) => void
  /** Shows a moment of the video, in seconds; absent where there is none to seek. */
  readonly seek?: PaneProps['onSeek']
  /** Length of the video beside the list, in seconds; null while unknown. */
  readonly duration: number | null
  /** Resolves the thread of a root, or opens it again; says so if that fails. */
  readonly resolve: (comment: Comment, resolved: boolean) => void
  /** Adds a place to selects; absent for people who cannot do that. */
  readonly add?: PaneProps['onAdd']
  /** Ids of a root and of the replies below it, down to the comment that a link names; none without such a link. */
  readonly linked_path: readonly string[]
  /** Opens the dialog that asks before a comment is deleted. */
  readonly askDelete: (comment: Comment) => void
}

const Context = createContext<PaneContext | null>(null)
export const PaneProvider = Context.Provider

/** The context of the panel. @throws Error outside of a panel */
export function usePane(): PaneContext {
  const context = useContext(Context)
  if (!context) throw new Error('Comments must be inside their pane.')
  return context
}

/** The state of the discussion; follows it. */
export const useDiscussion = (store: DiscussionStore): DiscussionState => useSyncExternalStore(store.watch, store.read)

/** The direct replies to a comment, or undefined until they are read. */
export function useReplies(id: string): readonly Comment[] | undefined {
  const { store } = usePane()
  return useSyncExternalStore(store.watch, () => store.read().discussion.replies.get(id))
}

/** Whether a comment was deleted and stays only because somebody writes a reply or an edit there. */
export function useGone(id: string): boolean {
  const { store } = usePane()
  return useSyncExternalStore(store.watch, () => store.read().discussion.gone.has(id))
}
