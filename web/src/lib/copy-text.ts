/**
 * Copies a text, or that of a field, to the clipboard. A page without TLS has no clipboard API: there the text is
 * selected and copied as a person would do it, in the field or in a temporary one.
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
