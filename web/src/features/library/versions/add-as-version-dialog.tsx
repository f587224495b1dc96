import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { useState } from 'react'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { ChangeDialog } from '../../../ui/dialogs/change-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useStack } from './api.ts'
import { targetOf } from './cards.ts'
import { isNamedAlike } from './named-alike.ts'

/** Asks for the video that another one becomes the newest version of. Names that are alike come first. */
export function AddAsVersionDialog({
  video,
  cards,
  videos,
  onClose,
}: {
  video: Video
  /** The collection's cards. */
  cards: readonly Video[]
  /** All its videos. */
  videos: readonly Video[]
  onClose: () => void
}) {
  const alike = (card: Video) => isNamedAlike(card.file_name, video.file_name)
  const choices = cards
    .filter(({ stack_id, can }) => can.versions && stack_id !== video.stack_id)
    .sort((one, other) => Number(alike(other)) - Number(alike(one)))
  const [chosen, setChosen] = useState<Video | null>(choices.find(alike) ?? null)
  const stack = useStack()
  const send = () => {
    if (!chosen) return
    stack.mutate(
      { video_id: video.id, onto: chosen.id },
      {
        onSuccess: () => {
          toast.success(`${video.file_name} is now a version of ${chosen.file_name}`)
          onClose()
        },
      },
    )
  }
  return (
    <ChangeDialog
      title="Add as version"
      action="Add"
      unchanged={chosen === null}
      failure={stack.error && errorDetail(stack.error, 'The version was not added. Try again.')}
      busy={stack.isPending}
      onChange={send}
      onClose={onClose}
    >
      {choices.length === 0 ? (
        <EmptyState fact="No other video" next="A version needs a video of yours in the same collection." />
      ) : (
        <fieldset className="choices">
          <legend className="label">Video that gets the new version</legend>
          {choices.map((card) => (
            <label key={card.id}>
              <input type="radio" name="video" checked={card.id === chosen?.id} onChange={() => setChosen(card)} />
              <span className="min-w-0 flex-1 truncate font-medium" dir="auto" title={card.file_name}>
                {card.file_name}
              </span>{' '}
              <span className="text-xs text-text-2">{`as version ${targetOf(card, videos).version}`}</span>
            </label>
          ))}
        </fieldset>
      )}
    </ChangeDialog>
  )
}
