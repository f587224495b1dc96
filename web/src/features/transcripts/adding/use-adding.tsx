import { type DragEvent, useRef, useState } from 'react'
import type { SubtitleSource } from './subtitle-calls.ts'

/** What brings words into a transcript: a file that is chosen or dropped, a track of the video's file, a typed line. */
export function useAdding() {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [typing, setTyping] = useState(false)
  const [{ source, count }, setSource] = useState<{ source: SubtitleSource | null; count: number }>({
    source: null,
    count: 0,
  })
  const onSource = (next: SubtitleSource | null) => setSource((before) => ({ source: next, count: before.count + 1 }))
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onSource(file)
    // The same file can be chosen again after a change.
    if (input.current) input.current.value = ''
  }
  const follow = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return {
    /** What is imported; null without. */
    source,
    /** Differs for each import, also of the same file. */
    count,
    onSource,
    onChoose: () => input.current?.click(),
    /** Whether somebody types a line. */
    typing,
    onType: () => setTyping(true),
    onTyped: () => setTyping(false),
    /** For the area on which files are dropped. */
    drop: {
      'data-dropping': over || undefined,
      onDragOver: follow,
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        take(event.dataTransfer.files)
      },
    },
    chooser: (
      <input
        ref={input}
        className="sr-only"
        type="file"
        tabIndex={-1}
        aria-label="Subtitle file"
        accept=".srt,.vtt,text/vtt,application/x-subrip"
        onChange={({ target }) => take(target.files)}
      />
    ),
  }
}
