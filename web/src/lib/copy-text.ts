/**
 * Puts a text, or that of a field, into the clipboard. Where the browser offers no clipboard (a page without TLS), it is
 * selected and copied as a person would: in the field, or for a text of its own in one that is there for a moment.
 * @throws Error when the browser refuses
 */
export async function copyText(source: string | HTMLInputElement): Promise<void> {
  if (navigator.clipboard)
    return await navigator.clipboard.writeText(typeof source === 'string' ? source : source.value)
  if (typeof source !== 'string') return copySelected(source)
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = source
  field.className = 'sr-only'
  document.body.append(field)
  try {
    copySelected(field)
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}

function copySelected(field: HTMLInputElement | HTMLTextAreaElement): void {
  field.select()
  if (!document.execCommand('copy')) throw new Error('The browser did not copy')
}
