/**
 * Puts a text into the clipboard. Where the browser offers no clipboard (a page without TLS), it is copied from a field as
 * a person would.
 * @throws Error when the browser refuses
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text)
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  if (!copied) throw new Error('The browser did not copy')
}
