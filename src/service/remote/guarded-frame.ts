/**
 * A frame of this page from which nothing can be sent to another origin than that of `url`. `XMLHttpRequest`
 * alone tells of an upload, and it follows redirects with every header it was given; the policy of the frame
 * is looked at before each hop, so that the key never leaves its origin (D-55).
 */
export type GuardedFrame = { newRequest(): XMLHttpRequest; close(): void }

/** Null where there is no page, or no request of this kind. */
export const openGuardedFrame = async (url: string): Promise<GuardedFrame | null> => {
  if (typeof document === 'undefined' || typeof XMLHttpRequest === 'undefined') return null
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="connect-src ${new URL(url).origin}">`
  // Before that, some browsers show another document, which is thrown away with all that was opened in it.
  const shown = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await shown
  const { XMLHttpRequest: Inside } = (frame.contentWindow ?? {}) as Partial<typeof globalThis>
  const close = () => frame.remove()
  if (Inside) return { newRequest: () => new Inside(), close }
  close()
  return null
}
