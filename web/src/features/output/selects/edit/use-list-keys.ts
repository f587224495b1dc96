import { SELECTS_KEYS } from '../../../../lib/keyboard/selects-keys.ts'
import { useKeysOf } from '../../../../lib/keyboard/use-keys.ts'

export interface ListKeys {
  in: () => void
  out: () => void
  edit: (id: string) => void
  done: () => void
  /** @param by places, up when negative */
  move: (id: string, by: 1 | -1) => void
  remove: (id: string) => void
  undo: () => void
  redo: () => void
}

/** The row with the focus, or the piece on the screen. */
const chosen = (now: string | null): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row ?? now

/** The keys of the list. @param now the piece on the screen @param keys null for people who cannot change the list */
export function useListKeys(now: string | null, keys: ListKeys | null): void {
  const on = (act: (id: string) => void) => () => {
    const id = chosen(now)
    if (id !== null) act(id)
  }
  useKeysOf(
    SELECTS_KEYS,
    keys
      ? {
          in: keys.in,
          out: keys.out,
          edit: on(keys.edit),
          done: keys.done,
          earlier: on((id) => keys.move(id, -1)),
          later: on((id) => keys.move(id, 1)),
          remove: on(keys.remove),
          undo: keys.undo,
          redo: keys.redo,
        }
      : {},
  )
}
