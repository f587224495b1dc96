import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { Layers2, Trash2 } from 'lucide-react'
import { reviewAddress } from '../../../lib/addresses.ts'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { MenuItem } from '../../../ui/overlays/menu.tsx'
import { MoreMenu } from '../../../ui/overlays/more-menu.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import { NotLoaded } from '../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useUnstack, versionsQuery } from './api.ts'
import { VersionRows } from './version-rows.tsx'

/** The versions of a card. People who may take one out of its stack, or delete their own. */
export function VersionsDialog({
  video,
  videos,
  onUpload,
  onDelete,
  onClose,
}: {
  /** The current version. */
  video: Video
  /** Videos of its collection, with the viewer's rights. */
  videos: readonly Video[]
  onUpload: () => void
  onDelete: (version: Video) => void
  onClose: () => void
}) {
  const { data, isError, refetch } = useQuery(versionsQuery(video.id))
  const unstack = useUnstack()
  const actions = ({ video_id, version }: Version) => {
    const own = videos.find(({ id }) => id === video_id)
    if (!own) return null
    const leaves = own.can.versions && (data?.length ?? 0) > 1
    if (!leaves && !own.can.delete) return null
    return (
      <MoreMenu name={`version ${version}`}>
        {leaves && (
          <MenuItem icon={Layers2} onSelect={() => unstack.mutate(video_id)}>
            Make a separate video
          </MenuItem>
        )}
        {own.can.delete && (
          <MenuItem icon={Trash2} danger onSelect={() => onDelete(own)}>
            Delete version
          </MenuItem>
        )}
      </MoreMenu>
    )
  }
  return (
    <Dialog open onClose={onClose} title={`Versions of ${video.file_name}`} width="wide">
      <DialogBody>
        {unstack.error && <Alert>{errorDetail(unstack.error, 'The version was not taken out. Try again.')}</Alert>}
        {data ? (
          <VersionRows versions={data} shown={null} addressOf={addressOf} actions={actions} />
        ) : isError ? (
          <NotLoaded what="The versions could not be loaded." onRetry={refetch} />
        ) : (
          <Skeleton className="h-[132px]" />
        )}
      </DialogBody>
      {video.can.versions && (
        <DialogFooter>
          <Button variant="primary" onClick={onUpload}>
            Upload new version
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  )
}

const addressOf = ({ video_id, user_id }: Version): string => reviewAddress({ id: video_id, user_id })
