/** The decoded path of a request line's target; null where it does not parse as one (RFC 9112, 3.2). */
export const requestPath = (target = '/'): string | null => {
  try {
    // As a path of its own: `//host/x` would else be read as an address.
    const { pathname } = new URL(target.startsWith('/') ? `http://localhost${target}` : target)
    const path = decodeURIComponent(pathname)
    return path.startsWith('/') && !path.includes('\0') ? path : null
  } catch {
    return null
  }
}
