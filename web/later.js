// Drawn pages are seen already: their program starts after everything that is to be seen has arrived and is painted.
{
  const { entry } = document.currentScript.dataset
  const start = () => {
    if (document.hidden) import(entry)
    else requestAnimationFrame(() => setTimeout(() => import(entry)))
  }
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
  // A form without its program would put what was typed into the address. It waits, and is sent when it lives.
  const wait = (event) => {
    event.preventDefault()
    event.target.dataset.waiting = ''
  }
  addEventListener('submit', wait, true)
}
