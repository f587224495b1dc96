import type { Menu } from 'radix-ui/internal'
import { createContext } from 'react'

/** Radix's menu components. They load with the first menu; null outside of a menu. */
export const MenuParts = createContext<typeof Menu | null>(null)
