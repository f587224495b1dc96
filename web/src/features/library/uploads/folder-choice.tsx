import { ChoiceCards } from '../../../ui/dialogs/choice-cards.tsx'
import { namesIn } from './folders.ts'

/** Asks where the videos of a folder go. */
export function FolderChoice({
  collection,
  folders,
  perFolder,
  onChange,
}: {
  /** Name of the open collection. */
  collection: string
  /** Names of the sub-folders. */
  folders: readonly string[]
  perFolder: boolean
  onChange: (perFolder: boolean) => void
}) {
  return (
    <div className="folder-choice">
      <ChoiceCards
        label="Where the videos of the folder go"
        value={perFolder ? 'each' : 'one'}
        onChange={(value) => onChange(value === 'each')}
        options={[
          {
            value: 'one',
            name: `Into ${collection}`,
            kind: 'Every video in the folder. Footnote skips those that are already here.',
          },
          {
            value: 'each',
            name: 'A collection per sub-folder',
            kind: `Named like the sub-folders: ${namesIn(folders)}`,
          },
        ]}
      />
    </div>
  )
}
