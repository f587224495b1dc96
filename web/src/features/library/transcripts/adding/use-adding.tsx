import { useState } from 'react'
import { useFileChooser } from '../../../../lib/files/use-file-chooser.tsx'
import type { SubtitleSource } from './subtitle-calls.ts'

/** What brings words into a transcript: a file that is chosen or dropped, a track of the video's file, a typed line. */
export function useAdding() {
  const [typing, setTyping] = useState(false)
  const [{ source, count }, setSource] = useState<{ source: SubtitleSource | null; count: number }>({
    source: null,
    count: 0,
  })
  const onSource = (next: SubtitleSource) => setSource((before) => ({ source: next, count: before.count + 1 }))
  const { choose, over, drop, field } = useFileChooser(
    'Subtitle file',
    '.srt,.vtt,text/vtt,application/x-subrip',
    onSource,
  )
  return {
    /** What is imported; null without. */
    source,
    /** Differs for each import, also of the same file. */
    count,
    onSource,
    /** Ends this import, and no later one. */
    onImported: () => setSource((now) => (now.count === count ? { ...now, source: null } : now)),
    onChoose: choose,
    /** Whether somebody types a line. */
    typing,
    onType: () => setTyping(true),
    onTyped: () => setTyping(false),
    /** For the area on which files are dropped. */
    drop: { 'data-dropping': over || undefined, ...drop },
    chooser: field,
  }
}
