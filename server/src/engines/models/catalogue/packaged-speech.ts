/** Sizes of Moonshine that come with a package, best first. */
export const MOONSHINE_SIZES = ['base', 'tiny'] as const
export type MoonshineSize = (typeof MOONSHINE_SIZES)[number]

/** Name of a packaged speech model in the settings. */
export type PackagedSpeechName = `moonshine-${MoonshineSize}`

/** @param size of Moonshine */
export const packagedName = (size: MoonshineSize): PackagedSpeechName => `moonshine-${size}`
