import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the program runs: false in a page that was drawn at build time, until it is hydrated. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
