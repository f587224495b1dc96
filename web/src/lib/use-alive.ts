import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the program runs: false in a page that was drawn at build time, and until it has come alive. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
