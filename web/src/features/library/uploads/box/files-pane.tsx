import type { Box } from '@footnote/contract/nouns/review/sharing/box.ts'
import { formatDate, formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { Copy, Pause, Play, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../../../lib/copy-text.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { Rule } from '../../../../ui/page/rule.tsx'
import type { PathFile } from '../folders.ts'
import type { BoxQueue } from './box-queue.ts'
import { ChooseButton, DropArea } from './drop-area.tsx'
import { type BoxFile, headingOf, isMoving, timeWords, totalsOf, totalsWords } from './sent-files.ts'
import { SentRow } from './sent-row.tsx'

interface FilesProps {
  box: Box
  files: readonly BoxFile[]
  queue: BoxQueue
  onChoose: (files: readonly PathFile[]) => Promise<void>
}

/** The files of a box: the place to drop them, and how each of them goes. */
export function FilesPane({ box, files, queue, onChoose }: FilesProps) {
  const full = box.left.files === 0
  const totals = totalsOf(files)
  const moving = files.some(isMoving)
  const asked = files.filter(({ status }) => status === 'needs_file')
  const done = totals.count > 0 && totals.arrived === totals.count
  if (files.length === 0)
    return (
      <section className="send-files" aria-label="Files">
        {full ? (
          <FullBox box={box} />
        ) : (
          <DropArea slim={false} onChoose={onChoose}>
            <b>Drop videos or a folder here</b>
            <ChooseButton primary large onChoose={onChoose}>
              Choose files
            </ChooseButton>
            <span className="hint">Videos only. Of a folder, the videos in it are sent.</span>
          </DropArea>
        )}
      </section>
    )
  return (
    <section className="send-files" aria-label="Files">
      {full && !done && <FullBox box={box} />}
      {asked.length > 0 && !moving ? (
        <Interrupted box={box} files={files} asked={asked} onChoose={onChoose} />
      ) : (
        <Head files={files} queue={queue} box={box} />
      )}
      <ul className="send-list">
        {ordered(files).map((file) => (
          <SentRow key={file.id} file={file} onRemove={() => queue.remove(file.id)} />
        ))}
      </ul>
      {done ? (
        <Done box={box} files={files} full={full} onChoose={onChoose} />
      ) : (
        <>
          {!full && (
            <DropArea slim onChoose={onChoose}>
              <b className="send-more">Drop more videos here</b>
              <ChooseButton onChoose={onChoose}>Choose files</ChooseButton>
            </DropArea>
          )}
          <p className="hint send-keep">
            Leave this page open. If it closes, open the link again and choose the same files: each goes on where it
            stopped. <span className="send-narrow">The screen stays on meanwhile.</span>
          </p>
        </>
      )}
    </section>
  )
}

/** Interrupted files come first: they wait for the person. */
const ordered = (files: readonly BoxFile[]): readonly BoxFile[] => {
  if (!files.some(({ status }) => status === 'needs_file')) return files
  const later = (file: BoxFile) => Number(file.status === 'arrived' || file.status === 'left_out')
  return [...files].sort((one, other) => later(one) - later(other))
}

/** How all files go, and the button that pauses them. */
function Head({ files, queue, box }: Pick<FilesProps, 'files' | 'queue' | 'box'>) {
  const totals = totalsOf(files)
  if (totals.count === 0) return <h2 className="send-title">Nothing to send</h2>
  const heading = headingOf(totals)
  const done = totals.arrived === totals.count
  const [first = 'They'] = box.sender.split(' ')
  const stopped = files.some(({ status }) => status === 'paused' || status === 'failed')
  return (
    <>
      <div className="send-head">
        <div>
          <h2>{heading}</h2>
          <p className="send-sum">
            {done
              ? `${formatFileSize(totals.size)}, each compared with what left your device. ${first} gets one mail when nothing has come for five minutes.`
              : totalsWords(totals)}
          </p>
        </div>
        {files.some(isMoving) ? (
          <Button onClick={() => queue.pauseAll()}>
            <Pause className="icon" aria-hidden="true" />
            Pause all
          </Button>
        ) : (
          stopped && (
            <Button variant="primary" onClick={() => queue.resumeAll()}>
              <Play className="icon" aria-hidden="true" />
              Resume
            </Button>
          )
        )}
      </div>
      {!done && <Rule className="send-rule" length={totals.sent / totals.size} label="All files" />}
      <p className="sr-only" role="status">
        {heading}
      </p>
    </>
  )
}

/** After the page was closed: which files to choose again. */
function Interrupted({
  box,
  files,
  asked,
  onChoose,
}: Pick<FilesProps, 'box' | 'files' | 'onChoose'> & { asked: readonly BoxFile[] }) {
  const { sent, size } = totalsOf(files)
  const cut = Math.max(...asked.map(({ at }) => at ?? 0))
  const [some, unit] = formatFileSize(sent).split(' ')
  const all = formatFileSize(size)
  const share = all.endsWith(` ${unit}`) ? `${some} of ${all}` : `${some} ${unit} of ${all}`
  return (
    <>
      <p className="send-cut">
        <WifiOff className="icon" aria-hidden="true" />
        <span>
          <b>{cut > 0 ? `The connection was cut at ${timeWords(cut)}.` : 'Some files were interrupted.'}</b> Nothing is
          lost: {share} are here, and are kept for seven days, at most until {formatDate(new Date(box.expires_at))}.
        </span>
      </p>
      <div className="send-head">
        <div>
          <h2>Choose the same files again</h2>
          <p className="send-sum">
            {asked.length === 1 ? '1 file still needs' : `${asked.length} files still need`} to be chosen, because the
            page was closed. {asked.length === 1 ? 'It goes on where it stopped.' : 'They go on where they stopped.'}
          </p>
        </div>
        <ChooseButton primary onChoose={onChoose}>
          Choose files
        </ChooseButton>
      </div>
    </>
  )
}

/** Everything is there. */
function Done({ box, files, full, onChoose }: Omit<FilesProps, 'queue'> & { full: boolean }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    const lines = files
      .filter(({ status }) => status === 'arrived')
      .map(({ name, size }) => `${name}\t${formatFileSize(size)}`)
    await copyText(lines.join('\n')).then(
      () => setCopied(true),
      (error: unknown) => console.warn('copy', error),
    )
  }
  return (
    <div className="send-done">
      {!full && <ChooseButton onChoose={onChoose}>Send more</ChooseButton>}
      <Button variant="ghost" onClick={copy}>
        <Copy className="icon" aria-hidden="true" />
        {copied ? 'Copied' : 'Copy the list'}
      </Button>
      <span className="hint">
        You may close this page. Until {formatDate(new Date(box.expires_at))} you can take files back.
      </span>
    </div>
  )
}

const FullBox = ({ box }: { box: Box }) => (
  <Alert kind="warn">
    This box is full: it takes {box.max_files} files. Ask <bdi>{box.sender}</bdi> to make room, if there is more to
    send.
  </Alert>
)
