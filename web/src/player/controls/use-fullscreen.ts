import { type RefObject, useCallback, useSyncExternalStore } from 'react'

interface PhoneVideo extends HTMLVideoElement {
  /** Safari on phones can show only the video element in full screen. */
  webkitEnterFullscreen?: () => void
}

const watch = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Whether the player fills the screen, and a function that toggles it. */
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
