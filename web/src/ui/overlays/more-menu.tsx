import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from '../forms/button.tsx'
import { Menu } from './menu.tsx'

/** The menu of further actions of a thing. @param name names the thing for screen readers */
export function MoreMenu({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm" className={classNames('btn-icon', className)} aria-label={`More for ${name}`}>
          <Ellipsis className="icon" aria-hidden="true" />
        </Button>
      }
    >
      {children}
    </Menu>
  )
}
