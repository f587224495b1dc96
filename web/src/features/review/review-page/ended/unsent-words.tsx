import { copyText } from '../../../../lib/copy-text.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'

/** Words of comments that were not sent, on a page that no longer takes them. Nothing without words. */
export function UnsentWords({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <label className="mt-3 grid w-full gap-1">
      <span className="label">{texts.length === 1 ? 'Your comment was not sent' : 'Your comments were not sent'}</span>
      <textarea className="input" dir="auto" readOnly rows={2 * texts.length} value={joined(texts)} />
    </label>
  )
}

/** Copies them. Nothing without words. */
export function CopyUnsent({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  const copy = () =>
    copyText(joined(texts)).then(
      () => toast('Copied'),
      () => toast.error('The browser did not copy the text. Select it and copy it yourself.'),
    )
  return <Button onClick={() => void copy()}>{texts.length === 1 ? 'Copy your comment' : 'Copy your comments'}</Button>
}

const joined = (texts: readonly string[]): string => texts.join('\n\n')
