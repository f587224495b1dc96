import { CircleAlert, CircleCheck } from 'lucide-react'
import { resolveValue, useToaster } from 'react-hot-toast/headless'

// Headless: the styled version injects a style sheet of its own. The defaults are 4 s for blank and error, 2 s for
// success, 20 at once.
/**
 * Draws the toasts at the bottom centre. A pointer on them stops their timers. An open dialog hides everything outside
 * from screen readers, except live regions such as this one.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  return (
    <section
      className="toasts"
      aria-label="Messages"
      aria-live="polite"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.map((toast) => (
        <div key={toast.id} className="toast" data-leaving={!toast.visible || undefined}>
          {toast.type === 'error' && <CircleAlert className="icon" aria-hidden="true" />}
          {toast.type === 'success' && <CircleCheck className="icon" aria-hidden="true" />}
          {toast.icon}
          <span className="min-w-0 [overflow-wrap:anywhere]">{resolveValue(toast.message, toast)}</span>
        </div>
      ))}
    </section>
  )
}
