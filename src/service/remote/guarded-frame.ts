/**
 * A frame of this page from which nothing can be sent to another origin than that of `url`. `XMLHttpRequest`
 * alone tells of an upload, and it follows redirects with every header it was given; the policy of the frame
 * is looked at before each hop, so that the key never leaves its origin (D-55).
 */
export type GuardedFrame = { newRequest(): XMLHttpRequest; close(): void }

/** Null where there is no page, or no request of this kind. */
export const openGuardedFrame = (url: string): GuardedFrame | null => {
  if (typeof document === 'undefined' || typeof XMLHttpRequest === 'undefined') return null
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  const { contentDocument: inside, contentWindow } = frame
  const { XMLHttpRequest: Inside } = (contentWindow ?? {}) as Partial<typeof globalThis>
  if (!inside || !Inside) {
    frame.remove()
    return null
  }
  const policy = inside.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = `connect-src ${new URL(url).origin}`
  inside.head.append(policy)
  return { newRequest: () => new Inside(), close: () => frame.remove() }
}
