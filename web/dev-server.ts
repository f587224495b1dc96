/**
 * The web app with hot reload; it forwards calls to the API. `npm run dev` starts it with both addresses in its
 * environment.
 */
import { createServer } from 'vite'

const { API_ORIGIN, WEB_HOST, WEB_PORT } = process.env
if (!API_ORIGIN || !WEB_PORT) throw new Error('API_ORIGIN and WEB_PORT must be set; use npm run dev.')

const server = await createServer({
  root: import.meta.dirname,
  server: {
    host: WEB_HOST || true,
    port: Number(WEB_PORT),
    strictPort: true,
    proxy: { '/api': { target: API_ORIGIN }, '/files': { target: API_ORIGIN } },
  },
})
await server.listen()

process.on('SIGTERM', () => void server.close().finally(() => process.exit(0)))
