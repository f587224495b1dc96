import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import './styles/styles.css'
import { App, prepareScreen } from './app.tsx'
import { allowInjectedStyles } from './content-security.ts'
import { watchPresses } from './styles/presses.ts'

allowInjectedStyles()
watchPresses()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)
/** Milliseconds that the bar waits for its screen, so that both are drawn at once. */
const PATIENCE = 1_000
// A public page is already drawn; every other address starts with an empty root.
if (root.hasChildNodes()) hydrateRoot(root, app)
else {
  const draw = () => createRoot(root).render(app)
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE))
  // A failure is shown where the screen would be.
  void Promise.race([prepareScreen(location.pathname), patience]).then(draw, draw)
}
