/// <reference types="vite/client" />

/** The pages of docs/guide, and the addresses of their pictures by file name. */
declare module 'virtual:guide' {
  export const pages: readonly import('./features/guide/guide-page.ts').GuidePage[]
  export const pictures: Readonly<Record<string, string>>
}
