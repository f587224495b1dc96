import type { Comment } from '@footnote/contract/nouns/comments.ts'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { CommentsApi } from './comments-api.ts'
import type { DiscussionState, DiscussionStore } from './discussion/discussion-store.ts'

/** What every part of the panel may ask for. Its value stays the same, so that no line is drawn anew for it. */
export interface PanelContext {
  readonly store: DiscussionStore
  readonly suggest: CommentsApi['suggest']
  /** Whether comments are written under a name that is asked for. */
  readonly guest: boolean
  /** Names drafts: those of one video are not those of another. */
  readonly draft_name: string
  readonly select: (comment: Comment) => void
  /** Asks whether a comment is to be deleted. */
  readonly askDelete: (comment: Comment) => void
}

const Context = createContext<PanelContext | null>(null)
export const PanelProvider = Context.Provider

/** What the panel around a part offers it. @throws Error outside of a panel */
export function usePanel(): PanelContext {
  const context = useContext(Context)
  if (!context) throw new Error('Comments stand in their panel')
  return context
}

/** The state of the discussion; follows it. */
export const useDiscussion = (store: DiscussionStore): DiscussionState => useSyncExternalStore(store.watch, store.read)

/** The direct replies to a comment, or undefined until they are read. */
export function useReplies(id: string): readonly Comment[] | undefined {
  const { store } = usePanel()
  return useSyncExternalStore(store.watch, () => store.read().discussion.replies.get(id))
}

/** Whether a comment was deleted and stands there only for what is being written at it. */
export function useGone(id: string): boolean {
  const { store } = usePanel()
  return useSyncExternalStore(store.watch, () => store.read().discussion.gone.has(id))
}
