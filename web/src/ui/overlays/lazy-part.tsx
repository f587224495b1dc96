import { type FunctionComponent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
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
    // biome-ignore lint/correctness/useExhaustiveDependencies: shows the toast once
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
