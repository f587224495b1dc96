import { useEffect } from 'react'
import { useLatest } from '../use-latest.ts'
import { DIALOGS } from './dialogs.ts'
import { isPressed, KEYS, type Key, type KeyName, takesLetters } from './keys.ts'

const LAYERS = `${DIALOGS}, [role="menu"], [role="listbox"]`

/**
 * Handles shortcuts anywhere on the page, except where a person types, or while an open dialog or menu handles keys.
 * @param actions one function for each shortcut; with `over_dialogs` also while a dialog is open
 */
export const useKeys = (
  actions: Partial<Record<KeyName, () => void>>,
  { over_dialogs = false }: { over_dialogs?: boolean } = {},
): void => useKeysOf(KEYS, actions, over_dialogs)

/** The same for the shortcuts of a table that loads with its screen. */
export function useKeysOf<Name extends string>(
  table: Readonly<Record<Name, Key>>,
  actions: Partial<Record<NoInfer<Name>, () => void>>,
  over_dialogs = false,
): void {
  const latest = useLatest(actions)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      if (event.defaultPrevented || takesLetters(target)) return
      if (target.closest('[role="menu"], [role="listbox"]')) return
      if (!over_dialogs && document.querySelector(LAYERS)) return
      const name = (Object.keys(latest.current) as Name[]).find((candidate) => isPressed(table[candidate], event))
      if (!name || (event.repeat && !table[name].repeats)) return
      event.preventDefault()
      latest.current[name]?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [table, over_dialogs, latest])
}
