declare global {
  /** `get-nonce` reads it: Radix's scroll lock creates its style element through that package. */
  var __webpack_nonce__: string | undefined
}

/** Passes the page's nonce to libraries that inject a style element; the policy refuses one without it. */
export function allowInjectedStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (nonce) globalThis.__webpack_nonce__ = nonce
}
