import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { measured } from '../../../test/work.ts'
import { buildApp } from './app.ts'
import { serveWeb } from './web.ts'

const config = {
  log_level: 'silent',
  public_url: 'https://videos.example.org',
  s3: null,
  rate_limits: false,
  trusted_proxies: [],
}

const folder = await temporaryFolder('web')
await mkdir(path.join(folder, 'pages', 'use-cases'), { recursive: true })
await writeFile(
  path.join(folder, 'index.html'),
  '<html data-billing="__SITE_BILLING__" data-sign-up="__SITE_SIGN_UP__">shell __CSP_NONCE__</html>',
)
const screens = ['/home', '/collections/:id'].map((path) => ({ path, page: `${path} of __SITE_ORIGIN__` }))
await writeFile(path.join(folder, 'screens.json'), JSON.stringify(screens))
const page = (name: string) =>
  `<script nonce="__CSP_NONCE__">1</script><meta name="site" content="__SITE_FACTS__"><a href="__SITE_BOOKING_HREF__">__SITE_CONTACT_TEXT__</a>${name} __CSP_NONCE__`
await writeFile(
  path.join(folder, 'pages', 'team.html'),
  [1, 2]
    .map((place) => `<h2>__SITE_FOUNDER_${place}_NAME__</h2><img src="__SITE_FOUNDER_${place}_PICTURE__">`)
    .join(''),
)
for (const name of ['index', 'pricing', 'use-cases/one'])
  await writeFile(path.join(folder, 'pages', `${name}.html`), page(name))

async function web(settings: Partial<Parameters<typeof serveWeb>[2]> = {}) {
  const { app } = await buildApp({ config, identify: async () => ({ kind: 'nobody' }) })
  const rest = {
    billing: true,
    public_pages: true,
    sign_up: { mode: 'open' as const, domains: [] },
    source_url: null,
    booking_url: null,
    contact_email: 'a"b@example.org',
    founders: [],
    ...settings,
  }
  await serveWeb(app, folder, { public_url: config.public_url, ...rest })
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
}

test("a public page is answered as it was built, with its policy's nonce, and no setting becomes markup", async () => {
  const get = await web({ booking_url: 'https://meet.example.org/?a=1&b="2"' })
  const answer = await get('/use-cases/one/?from=mail')
  const style = /one (\S+)$/.exec(answer.body)?.[1]
  const script = /<script nonce="([^"]+)">/.exec(answer.body)?.[1]
  expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${style}'`)
  expect(answer.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${script}'`)
  expect(answer.body).toContain('<a href="https://meet.example.org/?a=1&amp;b=&quot;2&quot;">a&quot;b@example.org</a>')
  expect(answer.body).toContain('{&quot;origin&quot;:&quot;https://videos.example.org&quot;')
})

test('the team page shows the founders in the settings with their portraits, and invents nobody', async () => {
  const picture = path.join(folder, 'ada.png')
  await sharp({ create: { width: 40, height: 40, channels: 3, background: '#804020' } }).toFile(picture)
  const unset = await (await web())('/team')
  expect(unset.body).toMatch(/<h2>Product<.*team-product\.svg.*<h2>Engineering<.*team-engineering\.svg/)
  expect((await (await web())('/team/1')).headers['content-type']).toContain('text/html')
  const get = await web({ founders: [{ name: 'Ada <Lovelace>', role: '', about: '', picture }, null] })
  expect((await get('/team')).body).toMatch(/<h2>Ada &lt;Lovelace&gt;<.*"\/team\/1".*<h2>Engineering</)
  const portrait = await get('/team/1')
  expect(portrait.headers['content-type']).toBe('image/webp')
  expect(await sharp(portrait.rawPayload).metadata()).toMatchObject({ width: 1200, height: 675 })
  await expect(
    web({ founders: [null, { name: 'Ada', role: '', about: '', picture: import.meta.filename }] }),
  ).rejects.toThrow('could not be read as a picture')
})

test('a page is compressed for clients that accept it', async () => {
  const get = await web()
  const answer = await get('/', { 'accept-encoding': 'br, gzip' })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(answer.rawPayload).toString()).toContain('index')
})

test('any other address gets the page that renders itself, except addresses of the API', async () => {
  const get = await web()
  expect((await get('/elsewhere')).body).toContain('<html data-billing="on" data-sign-up="open">shell')
  expect((await get('/use-cases/none')).body).toContain('shell')
  expect((await get('/api/none')).statusCode).toBe(404)
})

test('a screen is answered with the page that the build made for it', async () => {
  const get = await web()
  expect((await get('/home?from=mail')).body).toBe('/home of https://videos.example.org')
  expect((await get('/collections/7')).body).toContain('/collections/:id of')
  expect((await get('/collections/7/search')).body).toContain('shell')
  expect((await get('/screens.json')).body).toContain('shell')
})

test('without plans there is no page of prices', async () => {
  const get = await web({ billing: false })
  expect((await get('/pricing')).body).toContain('<html data-billing="off" data-sign-up="open">shell')
  expect((await get('/sitemap.xml')).body).not.toContain('/pricing')
})

test('pages say where people cannot make an account themselves, so that nothing leads there', async () => {
  const get = await web({ sign_up: { mode: 'closed', domains: [] } })
  expect((await get('/elsewhere')).body).toContain('data-sign-up="closed"')
})

test('without the public pages, the root leads to the sign-in screen and none of them answers', async () => {
  const get = await web({ public_pages: false })
  const root = await get('/')
  expect([root.statusCode, root.headers.location]).toEqual([302, '/login'])
  for (const address of ['/team', '/use-cases/one', '/team/?from=mail']) {
    const answer = await get(address)
    expect([answer.statusCode, answer.body.slice(0, 40)]).toEqual([404, expect.stringContaining('<html data-billing')])
    expect(answer.body).not.toContain('Product')
  }
  // Signed-in people choose their plan there.
  expect([(await get('/pricing')).statusCode, (await get('/home')).statusCode]).toEqual([200, 200])
  expect((await get('/sitemap.xml')).body).not.toContain('<loc>')
})

test('the source code link follows the setting; without one it leads to a screen', async () => {
  const set = await web({ source_url: 'https://code.example.org/footnote?a=1&b=2' })
  expect((await set('/use-cases/one')).body).toContain(
    'source_href&quot;:&quot;https://code.example.org/footnote?a=1&amp;b=2&quot;',
  )
  const elsewhere = await set('/source')
  expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([302, 'https://code.example.org/footnote?a=1&b=2'])
  const unset = await web({ public_pages: false })
  const { statusCode, body } = await unset('/source')
  expect([statusCode, body]).toEqual([200, expect.stringContaining('<html data-billing')])
})

test('search engines find the public pages only', async () => {
  const get = await web()
  expect((await get('/robots.txt')).body).toContain('Sitemap: https://videos.example.org/sitemap.xml')
  const map = (await get('/sitemap.xml')).body
  expect(map.match(/<loc>[^<]+/g)?.map((entry) => entry.slice(5))).toEqual([
    'https://videos.example.org/',
    'https://videos.example.org/pricing',
    'https://videos.example.org/team',
    'https://videos.example.org/use-cases/one',
  ])
})

test('an address full of slashes is read once, and is no page', async () => {
  const get = await web()
  const { result, work } = await measured(() => get(`${'/'.repeat(60_000)}x`))
  expect([result.statusCode, result.body]).toEqual([200, expect.stringContaining('shell')])
  expect(work).toBeLessThan(500)
  expect((await get('/pricing///')).body).toContain('pricing')
  for (const address of ['/collections', '/collections/', '/collections//', '/collections/7/8'])
    expect((await get(address)).body).toContain('shell')
})
