import { ButtonLink } from '../../../ui/forms/button.tsx'
import { Message } from '../review-states.tsx'
import { CopyUnsent, UnsentWords } from './unsent-words.tsx'

/** The video was deleted while its page was open. @param next another version of it @param unsent words of comments that were not sent */
export function VideoDeleted({
  home,
  version,
  next,
  unsent,
}: {
  home: string
  version: number
  unsent: readonly string[]
  next: { readonly version: number; readonly address: string; readonly onGo: () => void } | null
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
      {next && unsent.length > 0 && <p>The box of version {next.version} keeps your new comment.</p>}
      <UnsentWords texts={unsent} />
    </Message>
  )
}
