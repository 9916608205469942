import type { Plugin } from 'vite'

/**
 * Allows inline scripts and styles in the content policy of `index.html` while developing: Vite's hot
 * reload writes both. The built page keeps the policy exactly as `index.html` states it.
 */
export const openContentPolicyInDev = (): Plugin => ({
  name: 'open-content-policy-in-dev',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
      .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
})
