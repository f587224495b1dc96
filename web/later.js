// A prerendered page is visible already, so its program starts only after everything visible has loaded and is painted.
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
  // Only this observer shows that painting is done: the next animation frame may run before this frame is shown.
  const start = () => {
    if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return run()
    new PerformanceObserver((list, observer) => {
      if (!list.getEntriesByName('first-contentful-paint').length) return
      observer.disconnect()
      run()
    }).observe({ type: 'paint', buffered: true })
    // A page that shows this visitor nothing, such as one for signed-in users, is never painted.
    setTimeout(run, 500)
  }
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
  // A form without its program would put the input into the address. It waits until the program runs, and is then sent.
  const wait = (event) => {
    event.preventDefault()
    event.target.dataset.waiting = ''
  }
  addEventListener('submit', wait, true)
}
