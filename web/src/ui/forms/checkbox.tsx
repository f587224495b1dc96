import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** A checkbox with its label. Accepts all props of an `input`, including `ref`. */
export function Checkbox({ children, className, ...input }: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className={classNames('check', className)}>
      <span className="box">
        <input {...input} type="checkbox" />
        <Check className="icon" aria-hidden="true" />
      </span>
      {children}
    </label>
  )
}
