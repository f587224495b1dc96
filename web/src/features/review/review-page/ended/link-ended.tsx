import { Message } from '../review-states.tsx'
import { CopyUnsent, UnsentWords } from './unsent-words.tsx'

/** The link that opened this page was ended or has expired. @param unsent words of comments that were not sent */
export function LinkEnded({ unsent }: { unsent: readonly string[] }) {
  return (
    <Message title="This link has ended" home="/" action={<CopyUnsent texts={unsent} />}>
      <p role="alert">Somebody revoked it, or it has expired. Ask the person who sent it for a new one.</p>
      <UnsentWords texts={unsent} />
    </Message>
  )
}
