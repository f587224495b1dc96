// Drawn pages are seen already: their program starts after everything that is to be seen has arrived and is painted.
{
  const { entry } = document.currentScript.dataset
  let running = false
  const run = () => {
    if (running) return
    running = true
    const needs = document.getElementById('needs')
    if (needs) document.head.append(needs.content)
    import(entry)
  }
  // Painting is only seen to have been done by those who are told: the next frame's turn comes before this one is shown.
  const start = () => {
    if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return run()
    new PerformanceObserver((list, observer) => {
      if (!list.getEntriesByName('first-contentful-paint').length) return
      observer.disconnect()
      run()
    }).observe({ type: 'paint', buffered: true })
    // A page that shows this person nothing, as one for people who are signed in, is never painted.
    setTimeout(run, 500)
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
