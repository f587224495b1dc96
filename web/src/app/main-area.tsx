import { type ReactNode, Suspense, useEffect } from 'react'
import { EarlyFrameEnd } from './early-frame-end.tsx'

/**
 * The page under the bar. While a screen's code loads it is empty and the tab keeps a name; then the screen's own
 * skeleton follows.
 */
export function Main({ children, onShown }: { children: ReactNode; onShown?: () => void }) {
  return (
    <div id="main" tabIndex={-1} data-focus="none">
      <Suspense fallback={<title>Footnote</title>}>
        {children}
        <EarlyFrameEnd />
        {onShown && <Shown onShown={onShown} />}
      </Suspense>
    </div>
  )
}

/** Reports that its sibling elements are mounted. */
function Shown({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown])
  return null
}
