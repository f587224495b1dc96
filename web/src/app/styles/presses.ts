/** Marks the page until a key is pressed, and from each press of a pointer on: only people at the keyboard see rings of focus. */
export function watchPresses(): void {
  const { dataset } = document.documentElement
  const mark = () => {
    dataset.pressed = ''
  }
  mark()
  addEventListener('pointerdown', mark, true)
  addEventListener(
    'keydown',
    ({ altKey, ctrlKey, metaKey }) => {
      if (!altKey && !ctrlKey && !metaKey) delete dataset.pressed
    },
    true,
  )
}
