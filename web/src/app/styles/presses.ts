/** Marks the page after each pointer press until a key is pressed: only people at the keyboard see focus rings. */
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
