import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { manyComments, talk } from '../../../../seed/answers/discussion.ts'
import type { CommentsApi } from '../../features/review/comments/comments-api.ts'
import { CommentsPane } from '../../features/review/comments/comments-pane.tsx'
import { createBoard } from '../../features/review/comments/drawing/board.ts'
import { EVERYTHING } from '../../features/review/comments/list/filter.ts'
import type { FollowVideo } from '../../lib/calls/events.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { SectionHead } from '../../ui/page/page-header.tsx'
import { Part } from './part.tsx'
import { talkApi } from './talk-api.ts'

const never = () => new Promise<never>(() => undefined)
const refused = () => Promise.reject(new Error('Drawn as it looks when the server cannot be reached'))
const opened: FollowVideo = (listener) => listener.onOpen(false)
const lost: FollowVideo = (listener) => listener.onClosed('lost')
const playhead = { read: () => ({ seconds: 47.24 }), watch: () => () => undefined }
const timing = { rate: { num: 25, den: 1 }, times: null }

/** The comments panel in its states; `/gallery?comments=1000` fills it. */
export function CommentsSection() {
  const [parameters] = useSearchParams()
  const many = Number(parameters.get('comments'))
  const [queries] = useState(createQueryClient)
  const full = talkApi(many > 0 ? manyComments(many) : talk)
  return (
    <QueryClientProvider client={queries}>
      <SectionHead title="Comments" />
      <div className="grid gap-8 md:grid-cols-2 xl:grid-cols-3">
        <Panel name="A discussion" api={full} />
        <Panel
          name="By a link that only shows"
          api={{ ...full, suggest: null, people: null }}
          guest
          canComment={false}
        />
        <Panel name="By a link that allows comments" api={{ ...talkApi([]), suggest: null, people: null }} guest />
        <Panel name="Being read" api={{ ...full, list: never }} />
        <Panel name="Not to be had" api={{ ...full, list: refused }} />
        <Panel
          name="Connection lost, nothing can be sent"
          api={{ ...full, create: refused, remove: refused, replies: refused }}
          follow={lost}
        />
      </div>
    </QueryClientProvider>
  )
}

function Panel({
  name,
  api: given,
  follow = opened,
  guest = false,
  canComment = true,
}: {
  name: string
  api: CommentsApi
  follow?: FollowVideo
  guest?: boolean
  canComment?: boolean
}) {
  const [api] = useState(given)
  const [board] = useState(createBoard)
  const [filter, setFilter] = useState(EVERYTHING)
  const [selected, setSelected] = useState<string | null>('c2')
  return (
    <Part name={name}>
      <div className="panel h-[640px]">
        <CommentsPane
          api={api}
          follow={follow}
          guest={guest}
          canComment={canComment}
          draftKey={`gallery.${name}`}
          duration={3600}
          timing={timing}
          playhead={playhead}
          board={board}
          selected={selected}
          filter={filter}
          onFilter={setFilter}
          onSelect={({ id }: Comment) => setSelected(id)}
          onMarkers={() => undefined}
          onEnded={() => undefined}
        />
      </div>
    </Part>
  )
}
