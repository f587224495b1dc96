import { type Choice, OFFERS } from './formats.ts'

const KEY = 'export_format'

const isChoice = (name: string): name is Choice => Object.hasOwn(OFFERS, name)

/** The format that somebody used last in this browser. Guests get no stills. */
export function keptChoice(guest: boolean): Choice {
  const kept = localStorage.getItem(KEY) ?? ''
  return isChoice(kept) && !(guest && kept === 'stills') ? kept : 'resolve'
}

export const keepChoice = (choice: Choice): void => localStorage.setItem(KEY, choice)
