const nameOf = (video_id: string): string => `footnote.place.${video_id}`

/** Where a guest left a video in this tab, in seconds; null where they have not been. */
export function keptPlace(video_id: string): number | null {
  const kept = Number(sessionStorage.getItem(nameOf(video_id)) ?? Number.NaN)
  return Number.isFinite(kept) && kept > 0 ? kept : null
}

/** Keeps where a guest is in a video. @param seconds position */
export function keepPlace(video_id: string, seconds: number): void {
  try {
    sessionStorage.setItem(nameOf(video_id), String(seconds))
  } catch {
    // If storage is full, the video begins at its start.
  }
}
