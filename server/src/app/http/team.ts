import { readFile } from 'node:fs/promises'
import { type Founder, PORTRAITS, UNNAMED_FOUNDERS } from '@footnote/contract/calls/page-facts.ts'
import { FOUNDER } from '@footnote/contract/shared/limits.ts'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { Config } from '../../platform/config.ts'

/** The cards of the team page: the founders in the settings, then placeholders for the rest. */
export const foundersOf = (settings: Config['founders']): Founder[] =>
  UNNAMED_FOUNDERS.map((unnamed, place) => {
    const named = settings[place]
    if (!named) return unnamed
    const { name, role, about, picture } = named
    return { name, role, about, picture: picture ? (PORTRAITS[place] ?? unnamed.picture) : unnamed.picture }
  })

/**
 * Serves the configured portraits, cropped to the size of a card.
 * @throws Error that names the file when one cannot be read as a picture
 */
export async function servePortraits(app: FastifyInstance, settings: Config['founders']): Promise<void> {
  for (const [place, address] of PORTRAITS.entries()) {
    const file = settings[place]?.picture
    if (!file) continue
    const portrait = await portraitOf(file)
    app.get(address, { schema: { hide: true } }, (_, reply) =>
      reply.type('image/webp').header('cache-control', 'public, max-age=3600').send(portrait),
    )
  }
}

async function portraitOf(file: string): Promise<Buffer> {
  try {
    const { width, height } = FOUNDER.portrait
    return await sharp(await readFile(file))
      .rotate()
      .resize(width, height, { fit: 'cover' })
      .webp()
      .toBuffer()
  } catch (error) {
    throw new Error(`The portrait ${file} could not be read as a picture`, { cause: error })
  }
}
