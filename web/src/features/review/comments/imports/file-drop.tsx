import { FileText, Upload } from 'lucide-react'
import { useFileChooser } from '../../../../lib/files/use-file-chooser.tsx'
import { Button } from '../../../../ui/forms/button.tsx'

const ACCEPTED = '.edl,.csv,.tsv,.txt,.xml,.fcpxml,.otio,text/csv,text/plain,text/tab-separated-values,text/xml'

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
  const { choose, over, drop, field } = useFileChooser('File with comments', ACCEPTED, (file) => {
    if (!locked) onFile(file)
  })
  return (
    <div className="import-drop" data-over={over || undefined} data-chosen={chosen !== null || undefined} {...drop}>
      {field}
      {chosen ? (
        <>
          <FileText className="icon" aria-hidden="true" />
          <span className="import-name">
            <b>{chosen.name}</b>
            <span>{chosen.kind}</span>
          </span>
          <Button size="sm" disabled={locked} onClick={choose}>
            Change file
          </Button>
        </>
      ) : (
        <>
          <Upload className="icon" aria-hidden="true" />
          <Button onClick={choose}>Choose a file</Button>
          <span className="hint">
            Markers of Resolve, Avid, Final Cut, Premiere or OTIO, or a table (CSV) with times and texts.
          </span>
        </>
      )}
    </div>
  )
}
