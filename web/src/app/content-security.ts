declare global {
  /** Read by `get-nonce`, through which Radix's scroll lock makes its style element. */
  var __webpack_nonce__: string | undefined
}

/** Hands the page's nonce to the libraries that inject a style element; the policy refuses one without it. */
export function allowInjectedStyles(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (nonce) globalThis.__webpack_nonce__ = nonce
}
