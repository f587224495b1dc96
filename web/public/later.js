// Public pages are drawn already: their program starts after everything that is to be seen has arrived.
{
  const { entry } = document.currentScript.dataset
  const start = () => import(entry)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
