import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { SpeakerNames, Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { Copy, Download, History, Pencil, Plus, Search } from 'lucide-react'
import { saveFile } from '../../../lib/calls/save-file.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { IconButton } from '../../../ui/forms/icon-button.tsx'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import type { TranscriptSources } from './no-transcript.tsx'
import type { Paragraph } from './paragraphs.ts'
import type { FileKind } from './transcript-files.ts'

const KINDS: readonly { kind: FileKind; label: string }[] = [
  { kind: 'vtt', label: 'Subtitles (VTT)' },
  { kind: 'srt', label: 'Subtitles (SRT)' },
  { kind: 'txt', label: 'Text (TXT)' },
]

// Loaded when a person downloads a file or copies the text.
const files = () => import('./transcript-files.ts')
// Loaded when the menu opens.
const TrackItems = lazyPart(async () => (await import('./adding/track-items.tsx')).TrackItems)

/** Actions on a whole transcript. */
export function TranscriptTools({
  video: { id, file_name, transcript_revision },
  none,
  words,
  paragraphs,
  speakers,
  searching,
  onSearch,
  onEdit,
  history,
  onHistory,
  adding,
}: {
  video: VideoDetail
  /** Whether there are no words yet. */
  none: boolean
  words: Words
  paragraphs: readonly Paragraph[]
  speakers: SpeakerNames
  searching: boolean
  onSearch: () => void
  /** Absent for people who only read, as `onHistory`. */
  onEdit: (() => void) | undefined
  /** Whether the history is open. */
  history: boolean
  onHistory: (() => void) | undefined
  /** Null for people who only read. */
  adding: TranscriptSources | null
}) {
  const copy = () =>
    files()
      .then(({ toTxt }) => copyText(toTxt(words, paragraphs, speakers)))
      .then(
        () => toast.success('Transcript copied to clipboard!'),
        () => toast.error('Failed to copy to clipboard'),
      )
  const download = async (kind: FileKind) => {
    const { transcriptFile, transcriptName } = await files()
    saveFile(transcriptFile(kind, words, paragraphs, speakers), transcriptName(file_name, kind))
  }
  const changes = onHistory && (
    <IconButton icon={History} label="History" size="sm" aria-pressed={history} onClick={onHistory} />
  )
  if (none) return changes
  return (
    <>
      {onEdit && <IconButton icon={Pencil} label="Edit" size="sm" onClick={onEdit} />}
      {changes}
      <IconButton icon={Search} label="Search the transcript" size="sm" aria-expanded={searching} onClick={onSearch} />
      <Menu
        trigger={
          <Button variant="ghost" size="sm" className="btn-icon" aria-label="Copy or download">
            <Download className="icon" aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem icon={Copy} onSelect={() => void copy()}>
          Copy transcript
        </MenuItem>
        <MenuLine />
        <MenuLabel>Download</MenuLabel>
        {KINDS.map(({ kind, label }) => (
          <MenuItem key={kind} onSelect={() => void download(kind)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      {adding && (
        <Menu
          trigger={
            <Button variant="ghost" size="sm" className="btn-icon" aria-label="Add words">
              <Plus className="icon" aria-hidden="true" />
            </Button>
          }
        >
          <MenuItem onSelect={adding.onType}>Type a line</MenuItem>
          <MenuItem onSelect={adding.onChoose}>Import subtitles…</MenuItem>
          <TrackItems video_id={id} revision={transcript_revision} onSource={adding.onSource} />
        </Menu>
      )}
    </>
  )
}
