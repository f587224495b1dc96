import { type RefObject, useCallback, useSyncExternalStore } from 'react'

interface PhoneVideo extends HTMLVideoElement {
  /** Safari on phones shows only a video itself in full. */
  webkitEnterFullscreen?: () => void
}

const watch = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Whether the player fills the screen, and the call that changes it. */
export function useFullscreen(player: RefObject<HTMLElement | null>, video: PhoneVideo | null) {
  const full = useSyncExternalStore(
    watch,
    () => player.current !== null && document.fullscreenElement === player.current,
  )
  const toggle = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (player.current?.requestFullscreen) void player.current.requestFullscreen().catch(() => undefined)
    else video?.webkitEnterFullscreen?.()
  }, [player, video])
  return [full, toggle] as const
}
