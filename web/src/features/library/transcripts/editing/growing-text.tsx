import { type ComponentProps, useLayoutEffect, useRef } from 'react'

const growsItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** What is saved of a text that somebody typed. */
export const tidy = (text: string): string => text.trim().replace(/\s+/gu, ' ')

/** A text area as high as its text. It takes the focus when it opens. @param selected letters to select then */
export function GrowingText({
  selected: [from, to],
  ...props
}: ComponentProps<'textarea'> & { selected: readonly [number, number] }) {
  const field = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(from, to)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element || growsItself) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [props.value])
  return <textarea ref={field} rows={1} dir="auto" autoComplete="off" enterKeyHint="done" {...props} />
}
