import { type ReactNode, Suspense } from 'react'
import { EarlyFrameEnd } from './early-frame.tsx'

/** The page under the bar. While a screen's code loads it is empty and the tab keeps a name; the screen's own skeleton follows. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <div id="main" tabIndex={-1} data-focus="none" className="outline-none">
      <Suspense fallback={<title>Footnote</title>}>
        {children}
        <EarlyFrameEnd />
      </Suspense>
    </div>
  )
}
