/** The selected things of a list, and the start of the next range: the last pressed one. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly anchor: string | null
}

export const NO_SELECTION: Selection = { ids: new Set(), anchor: null }

/** Selects one, or deselects it. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Selects all from the last pressed one to this one. @param order ids as they are shown */
export function extend(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = order.indexOf(selection.anchor ?? '')
  const to = order.indexOf(id)
  if (from === -1 || to === -1) return toggle(selection, id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor }
}

/** Deselects some. */
export const without = ({ ids, anchor }: Selection, gone: readonly string[]): Selection => ({
  ids: new Set([...ids].filter((id) => !gone.includes(id))),
  anchor,
})
