import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import './styles/styles.css'
import { App } from './app.tsx'
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
// A public page is already drawn; every other address starts with an empty root.
if (root.hasChildNodes()) hydrateRoot(root, app)
else createRoot(root).render(app)
