import { CircleAlert, CircleCheck } from 'lucide-react'
import { type PointerEvent, useEffect, useRef } from 'react'
import { resolveValue, useToaster } from 'react-hot-toast/headless'

// Headless: the styled version injects a style sheet of its own. The defaults are 4 s for blank and error, 2 s for
// success, 20 at once.
/**
 * Draws the toasts at the bottom centre. Their timers stop while a mouse moves on them, but not after a touch, which has
 * no end, or when one appears under a mouse at rest. An open dialog hides everything outside from screen readers, except
 * live regions such as this one.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  const paused = useRef(false)
  const pause = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse' || paused.current) return
    paused.current = true
    handlers.startPause()
  }
  const resume = () => {
    paused.current = false
    handlers.endPause()
  }
  // A toast that leaves from under the pointer ends the pause without an event.
  const none = toasts.length === 0
  useEffect(() => {
    if (!none || !paused.current) return
    paused.current = false
    handlers.endPause()
  }, [none, handlers])
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite" onPointerMove={pause} onPointerLeave={resume}>
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
