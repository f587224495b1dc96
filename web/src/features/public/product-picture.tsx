import { classNames } from '../../ui/class-names.ts'

/** A picture of the product, drawn by `npm run pictures` in both themes; the browser loads the one that is shown. */
export function ProductPicture({
  name,
  alt,
  eager = false,
  className,
}: {
  /** File in `public/pictures`, without theme and ending. */
  name: string
  alt: string
  /** Loads at once: for a picture in the first view. */
  eager?: boolean
  className?: string
}) {
  return (
    <span className={classNames('product-picture', className)}>
      {(['light', 'dark'] as const).map((theme) => (
        <img
          key={theme}
          className={`in-${theme}`}
          src={`/pictures/${name}-${theme}.webp`}
          alt={alt}
          width={1200}
          height={750}
          loading={eager && theme === 'light' ? 'eager' : 'lazy'}
          decoding="async"
        />
      ))}
    </span>
  )
}
