import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { storyboard } from '../../../../seed/answers/pictures.ts'
import { anItem, aSelectsVideo } from '../../../../seed/answers/selects.ts'
import type { Absence, Row } from '../../features/output/selects/edit/use-rows.ts'
import { PieceRows } from '../../features/output/selects/rows/piece-rows.tsx'
import { SequencePlayer } from '../../player/sequence/sequence-player.tsx'
import { SectionHead } from '../../ui/page/page-header.tsx'

const timing: FrameTiming = { rate: { num: 25, den: 1 }, times: null }
const video = aSelectsVideo('v', {
  file_name: 'Taproom film, cut 3.mp4',
  version: 3,
  frame_count: 500,
  duration: 20,
  stream_url: '/missing.mp4',
  storyboard,
})
const LONG = 'A note that is much longer than its row, as people write them when they explain a choice to an editor '

/** Each state of a row. */
const STATES: readonly [note: string, absence: Absence | null][] = [
  ['Open on the room, before she speaks', null],
  [LONG.repeat(3), null],
  ['', null],
  ['Deleted since', 'gone'],
  ['Its collection has expired', 'expired'],
  ['Being prepared', 'pending'],
  ['Broken file', 'failing'],
]
const ROWS = STATES.map(([note, absence], place): Row => {
  const cut = { id: `p${place}`, start_frame: 40 * place, end_frame: 40 * place + 30 + 7 * place, note }
  const source = { kind: 'search' as const, index_id: 'c', query: 'harbour', types: [], frame: null, score: 0.91 }
  return {
    cut,
    number: place + 1,
    video: absence === 'gone' ? null : video,
    timing: absence === 'gone' ? null : timing,
    absence,
    item: anItem(cut.id, cut.start_frame, cut.end_frame, {
      video_id: absence === 'gone' ? null : 'v',
      video_name: video.file_name,
      note,
      source: place === 1 ? source : null,
      state: absence === 'gone' ? 'GONE' : 'READY',
    }),
  }
})
const nothing = () => undefined

/** The player and the rows of selects, with the video of the address. */
export function SelectsSection() {
  const [parameters] = useSearchParams()
  const [editing] = useState({ id: 'p0', field: 'piece' as const })
  const src = parameters.get('video') ?? '/missing.mp4'
  const [pieces] = useState(() =>
    ROWS.slice(0, 3).map(({ cut }) => ({
      id: cut.id,
      video_id: 'v',
      src,
      timing,
      first: cut.start_frame,
      end_exclusive: cut.end_frame,
      storyboard,
      sheets: [],
      label: cut.note || 'No note',
    })),
  )
  const rows = (can_change: boolean) => (
    <PieceRows
      rows={ROWS}
      now="p0"
      editing={can_change ? editing : null}
      can_change={can_change}
      can_undo={false}
      actions={{ show: nothing, edit: nothing, move: nothing, remove: nothing }}
      edits={{ note: nothing, in: nothing, out: nothing, here: nothing, undo: nothing, done: nothing }}
    />
  )
  return (
    <>
      <SectionHead title="Selects" />
      <SequencePlayer
        label="Gallery of pieces"
        pieces={pieces}
        numbers={[1, 2, 3]}
        onFailure={nothing}
        empty="Nothing"
      />
      <SectionHead title="Pieces of one’s own" />
      {rows(true)}
      <SectionHead title="Pieces of somebody else" />
      {rows(false)}
    </>
  )
}
