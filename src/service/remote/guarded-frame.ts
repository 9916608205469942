/**
 * A frame of this page from which nothing can be sent to another origin than that of `url`. `XMLHttpRequest`
 * alone tells of an upload, and it follows redirects with every header it was given; the policy of the frame
 * is looked at before each hop, so that the key never leaves its origin (D-55).
 */
export type GuardedFrame = { newRequest(): XMLHttpRequest; close(): void }

/** A frame is there within milliseconds, or not at all. */
const patienceMs = 3000

/** Null where there is no page, or no request of this kind. */
export const openGuardedFrame = async (url: string): Promise<GuardedFrame | null> => {
  if (typeof document === 'undefined' || typeof XMLHttpRequest === 'undefined') return null
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="connect-src ${new URL(url).origin}">`
  // Before that, some browsers show another document, which is thrown away with all that was opened in it.
  const shown = new Promise<boolean>((resolve) => {
    frame.addEventListener('load', () => resolve(true), { once: true })
    setTimeout(resolve, patienceMs, false)
  })
  document.body.append(frame)
  const close = () => frame.remove()
  // Where a browser shows something else there, the frame has no document that could be looked into.
  const inside = (await shown) && frame.contentDocument?.defaultView
  const { XMLHttpRequest: Inside } = (inside || {}) as Partial<typeof globalThis>
  if (Inside) return { newRequest: () => new Inside(), close }
  close()
  return null
}
