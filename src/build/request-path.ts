/** The decoded path of a request line's target; null if it does not parse (RFC 9112, 3.2). */
export const requestPath = (target = '/'): string | null => {
  try {
    // The origin is added, because `//host/x` would otherwise parse as a host.
    const { pathname } = new URL(target.startsWith('/') ? `http://localhost${target}` : target)
    const path = decodeURIComponent(pathname)
    return path.startsWith('/') && !path.includes('\0') ? path : null
  } catch {
    return null
  }
}
