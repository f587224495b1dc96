import { type FunctionComponent, type ReactNode, useEffect, useState } from 'react'
import { useLatest } from '../../lib/use-latest.ts'
import { toast } from './toast.ts'

interface Loading {
  /** Shown while the part loads. */
  fallback?: ReactNode
  /** Called when loading failed. The owner closes the part, so that a person can open it again. */
  onMissing?: () => void
}

/**
 * A part of a page that loads when it is first drawn. Loading fails when the server was updated meanwhile or is out of
 * reach: then a toast says so, and the page stays as it is with all input.
 *
 * Not React's `lazy`: React holds back what follows a fallback for 300 ms (FALLBACK_THROTTLE_MS of react-dom 19), also
 * when the code was loaded before.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props & Loading> {
  let loaded: FunctionComponent<Props> | null = null
  return function LazyPart(props) {
    const [Part, setPart] = useState(() => loaded)
    const missing = useLatest(props.onMissing)
    useEffect(() => {
      // Another one may have loaded it since this one was drawn.
      if (loaded) return setPart(() => loaded)
      let drawn = true
      load().then(
        (part) => {
          loaded = part
          if (drawn) setPart(() => part)
        },
        (error: unknown) => {
          console.warn('part', error)
          if (!drawn) return
          toast.error('This could not be loaded. Try again, or reload the page.', { id: 'lazy-part' })
          missing.current?.()
        },
      )
      return () => {
        drawn = false
      }
    }, [missing])
    return Part ? <Part {...props} /> : props.fallback
  }
}
