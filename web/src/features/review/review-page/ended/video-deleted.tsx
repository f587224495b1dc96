import { ButtonLink } from '../../../../ui/forms/button.tsx'
import { Message } from '../review-states.tsx'
import { CopyUnsent, UnsentWords } from './unsent-words.tsx'

/** Another version of the deleted video. */
interface Next {
  readonly version: number
  readonly address: string
  /** Whether `onGo` puts the unsent comment into its box. */
  readonly takes_comment: boolean
  readonly onGo: () => void
}

/** The video was deleted while its page was open. @param unsent words of comments that were not sent */
export function VideoDeleted({
  home,
  version,
  next,
  unsent,
}: {
  home: string
  version: number
  unsent: readonly string[]
  next: Next | null
}) {
  const action = (
    <>
      {next && <ButtonLink to={next.address} onClick={next.onGo}>{`Go to version ${next.version}`}</ButtonLink>}
      <CopyUnsent texts={unsent} />
    </>
  )
  return (
    <Message title={next ? `Version ${version} was deleted` : 'This video was deleted'} home={home} action={action}>
      <p role="alert">Its transcript and its comments are deleted, too.</p>
      {next?.takes_comment && <p>Your unsent comment is in the box of version {next.version}.</p>}
      <UnsentWords texts={unsent} />
    </Message>
  )
}
