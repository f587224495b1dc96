import type { Box } from '@footnote/contract/nouns/review/sharing/box.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import type { PathFile } from '../folders.ts'
import { AskPane, SenderLine } from './ask-pane.tsx'
import { BoxQueue } from './box-queue.ts'
import { FilesPane } from './files-pane.tsx'
import { SenderFields, type SenderFieldsHandle } from './sender-fields.tsx'
import './box.css'

/** The page of a box: what is asked for, and the files that its guest sends. */
export function BoxPage({
  box,
  shareToken,
  onRefresh,
}: {
  box: Box
  shareToken: string
  /** Reads the box again. */
  onRefresh: () => void
}) {
  const [queue] = useState(() => new BoxQueue(shareToken, box.files, onRefresh))
  const files = useSyncExternalStore(queue.watch, queue.read)
  useEffect(() => queue.learn(box.files), [queue, box.files])
  useEffect(() => () => queue.close(), [queue])
  const [changing, setChanging] = useState(false)
  const name = changing ? null : box.guest_name
  const fields = useRef<SenderFieldsHandle>(null)
  const add = async (chosen: readonly PathFile[]) => {
    if (chosen.length === 0) return
    // Whatever is sent says who sent it.
    if (name === null && !(await fields.current?.say())) return
    await queue.add(chosen)
  }
  const title = titleOf(box)
  return (
    <main className={classNames('send', files.length > 0 && 'is-sending')}>
      <title>{`${title}, send files · Footnote`}</title>
      <AskPane box={box} title={title}>
        {name === null ? (
          <SenderFields
            ref={fields}
            shareToken={shareToken}
            name={box.guest_name}
            onSaid={() => {
              setChanging(false)
              onRefresh()
            }}
          />
        ) : (
          <SenderLine name={name} onChange={() => setChanging(true)} />
        )}
      </AskPane>
      <FilesPane box={box} files={files} queue={queue} onChoose={add} />
    </main>
  )
}

/** The name that its maker gave the box. */
const titleOf = ({ name, sender }: Box): string => name ?? `${sender || 'Somebody'} asks you for videos`
