import { Button } from '../../../../ui/forms/button.tsx'

/** Opens the link, or says how long to wait after too many tries. @param wait seconds */
export function OpenButton({ busy, wait }: { busy: boolean; wait: number }) {
  return (
    <>
      <Button type="submit" variant="primary" size="lg" busy={busy} disabled={wait > 0}>
        {wait > 0 ? `Try again in ${waitWords(wait)}` : 'Open'}
      </Button>
      <p className="hint empty:hidden" role="status">
        {wait > 0 && 'There were too many tries. The link is still there after the wait.'}
      </p>
    </>
  )
}

/** For example '14:59' or '45 s'. */
const waitWords = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
