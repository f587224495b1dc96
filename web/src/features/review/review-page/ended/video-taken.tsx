import { ButtonLink } from '../../../../ui/forms/button.tsx'
import { Message } from '../review-states.tsx'
import { CopyUnsent, UnsentWords } from './unsent-words.tsx'

/**
 * The link no longer shows this video, but others.
 * @param to address of what it shows
 * @param all whether that is a list of videos
 * @param unsent words of comments that were not sent
 */
export function VideoTaken({ to, all, unsent }: { to: string; all: boolean; unsent: readonly string[] }) {
  return (
    <Message
      title="This video is no longer here"
      home="/"
      action={
        <>
          <ButtonLink to={to}>{all ? 'All videos of this link' : 'Open the newest version'}</ButtonLink>
          <CopyUnsent texts={unsent} />
        </>
      }
    >
      <p role="alert">The link no longer shows it.</p>
      <UnsentWords texts={unsent} />
    </Message>
  )
}
