import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { CircleMinus, Film, X } from 'lucide-react'
import { Button } from '../../../ui/forms/button.tsx'
import { type PathFile, pathOf } from './folders.ts'
import type { VersionTarget } from './use-video-drop.ts'

/** A chosen file, the video that it may be a version of, and whether it becomes one. */
export interface ChosenFile {
  readonly file: PathFile
  readonly target: VersionTarget | null
  readonly as_version: boolean
}

/** Lines of the list at most: a folder can have thousands of files. */
export const SHOWN = 100

/** The files of the upload dialog, each with a button that removes it. */
export function ChosenFiles({
  files,
  unfit,
  asks,
  onChange,
}: {
  files: readonly ChosenFile[]
  /** Those that are not uploaded, with the reasons. */
  unfit: ReadonlyMap<File, string>
  /** Whether a file may also become a video of its own. */
  asks: boolean
  onChange: (files: readonly ChosenFile[]) => void
}) {
  return (
    <ul className="more-below max-h-[240px] overflow-y-auto" aria-label="Chosen files">
      {files.slice(0, SHOWN).map((chosen, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
        <li key={place}>
          <div className="chosen-file">
            <Film className="icon text-text-2" aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate" dir="auto" title={pathOf(chosen.file) ?? chosen.file.name}>
              {pathOf(chosen.file) ?? chosen.file.name}
            </span>
            <span className="text-xs text-text-2 tabular-nums">{formatFileSize(chosen.file.size)}</span>
            <Button
              variant="ghost"
              size="sm"
              className="btn-icon"
              aria-label={`Remove ${chosen.file.name}`}
              onClick={() => onChange(files.filter((other) => other !== chosen))}
            >
              <X className="icon icon-sm" aria-hidden="true" />
            </Button>
          </div>
          {unfit.has(chosen.file) && (
            <p className="chosen-note" role="status">
              <CircleMinus className="icon icon-xs" aria-hidden="true" />
              Not uploaded. {unfit.get(chosen.file)}
            </p>
          )}
          {asks && chosen.target && !unfit.has(chosen.file) && (
            <VersionChoice
              name={chosen.file.name}
              target={chosen.target}
              chosen={chosen.as_version}
              onChoose={(as_version) =>
                onChange(files.map((other) => (other === chosen ? { ...chosen, as_version } : other)))
              }
            />
          )}
        </li>
      ))}
      {files.length > SHOWN && <li className="text-text-2">and {files.length - SHOWN} more</li>}
    </ul>
  )
}

/** Asks whether a file is a version of a video. */
function VersionChoice({
  name,
  target,
  chosen,
  onChoose,
}: {
  name: string
  target: VersionTarget
  chosen: boolean
  onChoose: (as_version: boolean) => void
}) {
  const choices = [
    [true, `Add as version ${target.version} of ${target.file_name}`],
    [false, 'Upload separately'],
  ] as const
  return (
    <fieldset className="version-choice">
      <legend className="sr-only">{name}</legend>
      {choices.map(([as_version, label]) => (
        <label key={label}>
          <input type="radio" checked={chosen === as_version} onChange={() => onChoose(as_version)} />
          <span className="min-w-0 truncate" title={label}>
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
