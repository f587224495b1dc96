/// <reference types="vite/client" />

/** The pages of docs/guide. */
declare module 'virtual:guide' {
  export const pages: readonly import('./features/public/guide/guide-page.ts').GuidePage[]
}
