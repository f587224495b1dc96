import { classNames } from '../class-names.ts'

/** The place of something that is loading, in its final size. Appears after 150 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={classNames('skeleton block', className)} aria-hidden="true" />
}
