import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** A box to tick with its label beside it. Takes what a checkbox `input` takes, `ref` too. */
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
