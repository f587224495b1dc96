import { classNames } from '../class-names.ts'

/** Placeholder of loading content, in its final size. Appears after 150 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={classNames('skeleton block', className)} aria-hidden="true" />
}
