// Drawn pages are seen already: their program starts after everything that is to be seen has arrived and is painted.
{
  const { entry } = document.currentScript.dataset
  const run = () => {
    const needs = document.getElementById('needs')
    if (needs) document.head.append(needs.content)
    import(entry)
  }
  const start = () => {
    if (document.hidden) run()
    else requestAnimationFrame(() => setTimeout(run))
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
