import { LoaderCircle } from 'lucide-react'
import { classNames } from '../class-names.ts'

/** A spinner. @param label describes the task for screen readers; without it the spinner is decoration */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const circle = <LoaderCircle className={classNames('icon spin', className)} aria-hidden="true" />
  if (!label) return circle
  return (
    <span role="status">
      {circle}
      <span className="sr-only">{label}</span>
    </span>
  )
}
