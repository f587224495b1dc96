import { useEffect, useState } from 'react'

/** The lines of the current cues. */
function useCues(track: TextTrack | null): readonly string[] {
  const [lines, setLines] = useState<readonly string[]>([])
  useEffect(() => {
    if (!track) return setLines([])
    // The browser loads and times the cues; the product draws them, so that the controls never cover a line.
    track.mode = 'hidden'
    const onChange = () => {
      const cues = Array.from(track.activeCues ?? []) as VTTCue[]
      setLines(cues.map((cue) => cue.getCueAsHTML().textContent ?? ''))
    }
    track.addEventListener('cuechange', onChange)
    onChange()
    return () => {
      track.removeEventListener('cuechange', onChange)
      track.mode = 'disabled'
    }
  }, [track])
  return lines
}

/** The subtitle line over the picture. @param raised draws it above the controls */
export function Subtitles({ track, raised }: { track: TextTrack | null; raised: boolean }) {
  const lines = useCues(track)
  if (lines.length === 0) return null
  return (
    <div className="player-subtitle" data-raised={raised || undefined}>
      <span>{lines.join('\n')}</span>
    </div>
  )
}
