import type { Menu } from 'radix-ui/internal'
import { createContext } from 'react'

/** What entries of a menu are made of. It is loaded with the first menu that is reached for; null outside of a menu. */
export const MenuParts = createContext<typeof Menu | null>(null)
