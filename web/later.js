// Drawn pages are seen already: their program starts after everything that is to be seen has arrived.
{
  const { entry } = document.currentScript.dataset
  const start = () => import(entry)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
  // A form without its program would put what was typed into the address. It waits, and is sent when it lives.
  const wait = (event) => {
    event.preventDefault()
    event.target.dataset.waiting = ''
  }
  addEventListener('submit', wait, true)
}
