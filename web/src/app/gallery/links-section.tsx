import type { RoomVideo } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { anOpenedLink, aShareLink } from '../../../../seed/answers/links.ts'
import { still } from '../../../../seed/answers/pictures.ts'
import { Watermark } from '../../features/review/review-page/guest/watermark.tsx'
import { CodeStep } from '../../features/review/sharing/gate/code-step.tsx'
import { GateFields } from '../../features/review/sharing/gate/gate-fields.tsx'
import { LinkRow } from '../../features/review/sharing/link-row.tsx'
import { RoomCard } from '../../features/review/sharing/room/room-card.tsx'
import { type LinkDraft, plainDraft } from '../../features/review/sharing/settings/link-draft.ts'
import { LinkFields } from '../../features/review/sharing/settings/link-fields.tsx'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { SectionHead } from '../../ui/page/page-header.tsx'
import { Part } from './part.tsx'
import '../../features/review/sharing/gate/gate.css'
import '../../features/review/sharing/room/room.css'
import '../../features/review/sharing/share-dialog.css'

const VIDEO: RoomVideo = {
  ...{ video_id: 'v', file_name: 'Taproom film.mp4', version: 3, duration: 252, thumbnail_url: still(60) },
  ...{ review_status: 'needs_review', open_comments: 9, resolved_comments: 0 },
}
const VIDEOS: readonly Partial<RoomVideo>[] = [
  {},
  { file_name: 'The flight, 30 seconds.mp4', review_status: 'changes_requested', open_comments: 4 },
  { file_name: 'Board inserts.mp4', review_status: 'approved', open_comments: 0, resolved_comments: 2 },
  {
    ...{ file_name: 'A film with a name that is far too long for any card to hold it.mp4', thumbnail_url: null },
    ...{ review_status: 'in_progress', open_comments: 0, duration: null },
  },
]
const NEEDS = { password: true, name: true, email: 'optional' } as const
const ENTRIES = { password: 'four quiet boats', name: 'Kim Aalto', email: 'kim@northlane.example' }
const BOX = { left: 0, top: 0, width: 480, height: 270 }

const MARKED = [
  aShareLink('preparing', {
    ...{ kind: 'collection', name: 'Autumn launch, for Northlane', permission: 'commenter', download: 'proxy' },
    ...{ watermark: 'in', watermark_text: 'Northlane', marked: { ready: 1, preparing: 2, failed: 0 } },
  }),
  aShareLink('failed', {
    ...{ kind: 'set', name: 'Board inserts', item_count: 3, has_password: true },
    ...{ watermark: 'in', watermark_text: 'Northlane', marked: { ready: 1, preparing: 1, failed: 1 } },
  }),
]

/** What guests of links meet, and the settings of links. */
export function LinksSection() {
  const [draft, setDraft] = useState<LinkDraft>({
    ...plainDraft('stack'),
    ...{ locked: true, email_rule: 'confirmed', watermark: 'in', views: 'many' },
  })
  const [queries] = useState(createQueryClient)
  const opens = async () => 'opened' as const
  return (
    <>
      <SectionHead title="Links" />
      <div className="grid-videos room">
        {VIDEOS.map((changes) => (
          <RoomCard key={changes.file_name ?? ''} video={{ ...VIDEO, ...changes }} to="/gallery" />
        ))}
      </div>
      <div className="mt-6 grid gap-8 md:grid-cols-2 xl:grid-cols-3">
        <Part name="Fields of a locked link">
          <GateFields needs={NEEDS} unlock={opens} wait={0} kept={null} onMailed={() => undefined} />
        </Part>
        <Part name="After too many tries, and the code">
          <GateFields needs={NEEDS} unlock={opens} wait={899} kept={ENTRIES} onMailed={() => undefined} />
          <CodeStep entries={ENTRIES} unlock={async () => 'code'} wait={0} onBack={() => undefined} />
        </Part>
        <Part name="Settings">
          <LinkFields
            draft={draft}
            errors={{ views: 'Invalid number', password: 'Use at least 8 characters' }}
            kinds={['version', 'stack']}
            onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          />
        </Part>
      </div>
      <Part name="Copies with a watermark">
        <QueryClientProvider client={queries}>
          <ul className="links">
            {MARKED.map((link) => (
              <LinkRow key={link.id} link={link} name={link.name ?? ''} onOpen={() => undefined} />
            ))}
          </ul>
        </QueryClientProvider>
      </Part>
      <Part name="Watermark">
        <div className="relative" style={{ width: BOX.width, height: BOX.height }}>
          <img src={still(200)} alt="" className="size-full" />
          <Watermark link={anOpenedLink('v', { guest_name: 'Kim Aalto', watermark_text: 'Northlane' })} box={BOX} />
        </div>
      </Part>
    </>
  )
}
