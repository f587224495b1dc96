import { useAlive } from '../../../lib/use-alive.ts'
import { classNames } from '../../../ui/class-names.ts'

/** Up to this width a page shows the product on a phone. */
export const PHONE = '(max-width: 639.98px)'

/**
 * A picture of the product. `npm run pictures` draws it in both themes and for two shapes of screen; the browser loads
 * only the visible one.
 */
export function ProductPicture({
  url,
  alt,
  large = true,
  eager = false,
  className,
}: {
  /** Its address without theme, size and extension. */
  url: string
  alt: string
  /** Whether there is also a large one for dense screens. */
  large?: boolean
  /**
   * Loads at once: for a picture in the first view. The others wait until the program runs, so that text comes first.
   */
  eager?: boolean
  className?: string
}) {
  const alive = useAlive()
  return (
    <span className={classNames('product-picture', className)}>
      {(['light', 'dark'] as const).map((theme) => {
        const file = `${url}-${theme}`
        if (!eager && !alive) return <span key={theme} className={`in-${theme} product-picture-place`} />
        return (
          <picture key={theme} className={`in-${theme}`}>
            <source media={PHONE} srcSet={`${file}-phone.webp`} width={780} height={1480} />
            <img
              src={`${file}.webp`}
              srcSet={large ? `${file}.webp 1120w, ${file}-large.webp 2000w` : undefined}
              sizes="(max-width: 859.98px) 100vw, (max-width: 1247.98px) 75vw, 940px"
              alt={alt}
              width={1120}
              height={700}
              loading={eager && theme === 'light' ? 'eager' : 'lazy'}
              decoding="async"
            />
          </picture>
        )
      })}
    </span>
  )
}
