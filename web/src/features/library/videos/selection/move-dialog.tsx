import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import type { MovedVideos, Video } from '@footnote/contract/nouns/library/videos.ts'
import { formatDate } from '@footnote/contract/shared/timecode.ts'
import { type ReactNode, useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button, ButtonLink } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { Alert } from '../../../../ui/page/alert.tsx'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { useMoveVideos } from '../api.ts'
import { countVideos } from './count-videos.ts'
import { KeptVideos } from './kept-videos.tsx'

interface MoveProps {
  videos: readonly Video[]
  /** Their present collection. */
  from: Collection
  /** The collections to choose from, or a placeholder while they load. */
  collections: readonly Collection[] | ReactNode
  onClose: () => void
  /** Gets the ids of the videos that were moved. */
  onMoved: (ids: readonly string[]) => void
}

const isList = (value: MoveProps['collections']): value is readonly Collection[] => Array.isArray(value)

/** Asks for the collection to move videos to, and names the videos that stayed. */
export function MoveDialog({ videos, from, collections, onClose, onMoved }: MoveProps) {
  const [chosen, setChosen] = useState<Collection | null>(null)
  const [kept, setKept] = useState<MovedVideos['kept']>([])
  const move = useMoveVideos()
  const choices = isList(collections) ? collections.filter(({ id, can }) => id !== from.id && can.upload) : []
  const start = () => {
    if (!chosen || move.isPending) return
    move.mutate(
      { videos, index_id: chosen.id },
      {
        onSuccess: (answer) => {
          onMoved(answer.moved)
          setKept(answer.kept)
          if (answer.moved.length > 0) toast.success(`${countVideos(answer.moved.length)} moved to ${chosen.name}`)
          if (answer.kept.length === 0) onClose()
        },
      },
    )
  }
  const title = videos.length === 1 ? 'Move video' : `Move ${countVideos(videos.length)}`
  return (
    <Dialog open onClose={onClose} title={title} locked={move.isPending}>
      <DialogBody className="grid gap-4">
        {move.error && <Alert>{errorDetail(move.error, 'The videos were not moved. Try again.')}</Alert>}
        {kept.length > 0 ? (
          <KeptVideos videos={videos} kept={kept} did="moved" />
        ) : isList(collections) ? (
          <Choices choices={choices} from={from} chosen={chosen} onChoose={setChosen} />
        ) : (
          collections
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={move.isPending}>
          {kept.length > 0 ? 'Close' : 'Cancel'}
        </Button>
        {kept.length === 0 && choices.length > 0 && (
          <Button variant="primary" onClick={start} busy={move.isPending} disabled={!chosen}>
            Move
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function Choices({
  choices,
  from,
  chosen,
  onChoose,
}: {
  choices: readonly Collection[]
  from: Collection
  chosen: Collection | null
  onChoose: (collection: Collection) => void
}) {
  if (choices.length === 0)
    return (
      <EmptyState
        fact="No other collection"
        next="Create one to move videos to."
        action={<ButtonLink to="/collections?openCreateModal=true">Create Collection</ButtonLink>}
      />
    )
  return (
    <>
      <fieldset className="choices">
        <legend className="label">Collection</legend>
        {choices.map((collection) => (
          <label key={collection.id}>
            <input
              type="radio"
              name="collection"
              checked={collection.id === chosen?.id}
              onChange={() => onChoose(collection)}
            />
            <span className="min-w-0 flex-1 truncate font-medium" dir="auto" title={collection.name}>
              {collection.name}
            </span>{' '}
            <span className="text-xs text-text-2">
              {collection.kind === 'review' && 'Review, '}
              {countVideos(collection.num_videos)}
            </span>
          </label>
        ))}
      </fieldset>
      <p className="text-text-2">
        Comments and share links stay with the video. Footnote then indexes what searches of the new collection need and
        the video does not have yet.
      </p>
      {chosen && <Expiry from={from} to={chosen} />}
    </>
  )
}

/** Of two collections the older date counts: the dialog says so before a video moves into a newer one. */
function Expiry({ from, to }: { from: Collection; to: Collection }) {
  if (!from.expires_at || !to.expires_at || from.expires_at >= to.expires_at) return null
  return (
    <Alert kind="warn">
      {`${to.name} then expires on ${formatDate(new Date(from.expires_at))}, as ${from.name} does. The older date counts.`}
    </Alert>
  )
}
