import { type DragEvent, useRef, useState } from 'react'

/**
 * One file of a person, chosen with a button or dropped on an area.
 * @param label names the field for screen readers
 * @param accept endings and types that the browser offers
 */
export function useFileChooser(label: string, accept: string, onFile: (file: File) => void) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onFile(file)
    // The same file can be chosen again after a change.
    if (input.current) input.current.value = ''
  }
  return {
    choose: () => input.current?.click(),
    /** Whether a file is above the area. */
    over,
    /** For the area. Text that somebody drags is not for it. */
    drop: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        take(event.dataTransfer.files)
      },
    },
    /** The field, which nobody sees. */
    field: (
      <input
        ref={input}
        className="sr-only"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={({ target }) => take(target.files)}
      />
    ),
  }
}
