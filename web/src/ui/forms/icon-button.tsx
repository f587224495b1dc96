import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { Button } from './button.tsx'

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'aria-label'> {
  icon: LucideIcon
  /** Name and tooltip. */
  label: string
}

/** A button with only an icon; its name is its tooltip. */
export function IconButton({ icon: Icon, label, className, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button {...rest} variant={variant} className={classNames('btn-icon', className)} aria-label={label}>
        <Icon className="icon" aria-hidden="true" />
      </Button>
    </Tooltip>
  )
}
