import { type FunctionComponent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { toast } from './toast.ts'

interface Loading {
  /** What stands in its place while it is loaded. */
  fallback?: ReactNode
  /** Told when it could not be loaded: whoever opened it closes it, so that it can be asked for again. */
  onMissing?: () => void
}

/**
 * A part of a page that is loaded when it is first drawn. Where it cannot be, because the server was updated meanwhile
 * or is out of reach, a toast says so and the page stays as it is, with what is being written in it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props & Loading> {
  // React keeps a failure as it keeps a success: another try needs another lazy component.
  const attempt = () =>
    lazy<FunctionComponent<Props & Loading>>(async () => ({
      default: await load().catch((error: unknown) => {
        console.warn('part', error)
        return Missing
      }),
    }))
  let latest = attempt()
  function Missing({ onMissing }: Loading) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: said once
    useEffect(() => {
      latest = attempt()
      toast.error('This could not be loaded. Try again, or reload the page.', { id: 'lazy-part' })
      onMissing?.()
    }, [])
    return null
  }
  return function LazyPart(props) {
    const [Part] = useState(() => latest)
    return (
      <Suspense fallback={props.fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
}
