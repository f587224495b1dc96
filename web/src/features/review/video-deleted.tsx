import { ButtonLink } from '../../ui/forms/button.tsx'
import { Message } from './review-states.tsx'

/** The video was deleted while its page was open. @param next another version of it */
export function VideoDeleted({
  home,
  version,
  next,
}: {
  home: string
  version: number
  next: { readonly version: number; readonly address: string; readonly onGo: () => void } | null
}) {
  const action = next && (
    <ButtonLink to={next.address} onClick={next.onGo}>{`Go to version ${next.version}`}</ButtonLink>
  )
  return (
    <Message title={next ? `Version ${version} was deleted` : 'This video was deleted'} home={home} action={action}>
      <p role="alert">It went together with its transcript and its comments.</p>
      {next && <p>A comment that you have not sent goes with you.</p>}
    </Message>
  )
}
