import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { useChangeLink } from './api.ts'

/** How far the copies with the watermark of a link are, while some are not ready; those that failed can be made again. */
export function MarkedCopies({ link, name }: { link: ShareLink; name: string }) {
  const retry = useChangeLink(link.id)
  if (!link.marked) return null
  const { ready, preparing, failed } = link.marked
  const total = ready + preparing + failed
  return (
    <>
      {preparing > 0 && (
        <p className="link-note">{`${preparing} of ${total} ${preparing === 1 ? 'is' : 'are'} being prepared.`}</p>
      )}
      {failed > 0 && (
        <p className="link-note">
          <span>{retry.isError ? 'The link could not be changed.' : `${failed} could not be prepared.`}</span>
          <Button
            size="sm"
            aria-label={`Try again: ${name}`}
            busy={retry.isPending}
            onClick={() => retry.mutate({ watermark: 'in' })}
          >
            Try again
          </Button>
        </p>
      )}
    </>
  )
}
