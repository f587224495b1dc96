import { FileText, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'

/** Where a file is chosen or dropped; afterwards its name. */
export function FileDrop({
  chosen,
  locked,
  onFile,
}: {
  /** Name and kind of the chosen file. */
  chosen: { name: string; kind: string } | null
  locked: boolean
  onFile: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file && !locked) onFile(file)
    // The same file can be chosen again after a change.
    if (input.current) input.current.value = ''
  }
  const drag = (within: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(within)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className="import-drop"
      data-over={over || undefined}
      data-chosen={chosen !== null || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        take(event.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        className="sr-only"
        type="file"
        tabIndex={-1}
        aria-label="File with comments"
        accept=".edl,.csv,.tsv,.txt,.xml,.fcpxml,.otio,text/csv,text/plain,text/tab-separated-values,text/xml"
        onChange={(event) => take(event.target.files)}
      />
      {chosen ? (
        <>
          <FileText className="icon" aria-hidden="true" />
          <span className="import-name">
            <b>{chosen.name}</b>
            <span>{chosen.kind}</span>
          </span>
          <Button size="sm" disabled={locked} onClick={() => input.current?.click()}>
            Change file
          </Button>
        </>
      ) : (
        <>
          <Upload className="icon" aria-hidden="true" />
          <Button onClick={() => input.current?.click()}>Choose a file</Button>
          <span className="hint">
            Markers of Resolve, Avid, Final Cut, Premiere or OTIO, or a table (CSV) with times and texts.
          </span>
        </>
      )}
    </div>
  )
}
