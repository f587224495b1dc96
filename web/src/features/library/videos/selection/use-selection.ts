import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { useState } from 'react'
import { useKeys } from '../../../../lib/keyboard/use-keys.ts'
import { extend, NO_SELECTION, toggle, without } from '../../../../ui/selection/selection.ts'

/** Selection of a card. */
export interface CardSelection {
  readonly has: (id: string) => boolean
  /** Selects a video or deselects it. @param range whether all videos up to it are selected */
  readonly pick: (id: string, range: boolean) => void
}

/**
 * A selection among the visible videos. Videos that are filtered out or being deleted cannot be selected.
 * @param videos in the order in which they are shown
 */
export function useSelection(videos: readonly Video[]) {
  const [selection, setSelection] = useState(NO_SELECTION)
  const order = videos.map(({ id }) => id)
  const chosen = videos.filter(({ id, status }) => selection.ids.has(id) && status !== 'DELETING')
  const clear = () => setSelection(NO_SELECTION)
  useKeys(chosen.length > 0 ? { deselect: clear } : {})
  const picking: CardSelection = {
    has: (id) => chosen.some((video) => video.id === id),
    pick: (id, range) => setSelection(range ? extend(selection, id, order) : toggle(selection, id)),
  }
  return {
    chosen,
    picking,
    clear,
    chooseAll: () => setSelection({ ids: new Set(order), anchor: selection.anchor }),
    letGo: (ids: readonly string[]) => setSelection((now) => without(now, ids)),
  }
}
