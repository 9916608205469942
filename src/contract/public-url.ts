import type { LinkProblem } from './error-reasons.ts'

/** Available on all platforms; declared here since this layer has neither DOM nor Node types. */
declare const URL: new (
  text: string,
) => {
  readonly href: string
  readonly protocol: string
  readonly hostname: string
  readonly username: string
  readonly password: string
}

/**
 * Why the link of a request is refused; null if it is an `https` address of a public host (D-3). Names that
 * resolve to private addresses are not detected.
 */
export const linkProblem = (link: string): LinkProblem | null => {
  const url = parseUrl(link)
  if (!url) return 'link_not_an_address'
  if (url.protocol !== 'https:') return 'link_not_https'
  if (url.username || url.password) return 'link_has_credentials'
  if (!isPublicHost(url.hostname)) return 'link_not_public'
  return null
}

const parseUrl = (text: string) => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** `hostname` as parsed from a URL: lower case, IPv4 in dotted decimal, IPv6 in brackets. */
const isPublicHost = (hostname: string): boolean => {
  if (hostname.startsWith('[')) return isPublicIpv6(hostname.slice(1, -1))
  const host = hostname.replace(/\.$/, '')
  if (/^\d+(\.\d+){3}$/.test(host)) return isPublicIpv4(host)
  return host.includes('.') && !privateNames.test(host)
}

/** Names reserved for private networks: RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`, and customary ones. */
const privateNames =
  /\.(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|example|onion|arpa)$/

/** IANA IPv4 Special-Purpose Address Registry; by the leading numbers. */
const isPublicIpv4 = (host: string): boolean => {
  const [first = 0, second = 0, third = 0] = host.split('.').map(Number)
  if (first === 0 || first === 10 || first === 127 || first >= 224) return false
  if (first === 100) return second < 64 || second > 127
  if (first === 169) return second !== 254
  if (first === 172) return second < 16 || second > 31
  if (first === 192) return second !== 168 && !(second === 0 && (third === 0 || third === 2))
  if (first === 198) return second !== 18 && second !== 19 && !(second === 51 && third === 100)
  return !(first === 203 && second === 0 && third === 113)
}

/** Only global unicast (2000::/3), without documentation addresses and tunnels, which may lead anywhere. */
const isPublicIpv6 = (host: string): boolean => {
  const [first = 0, second = 0] = host.split(':').map((group) => Number.parseInt(group || '0', 16))
  const isTunnelOrDocumentation =
    first === 0x2002 || (first === 0x2001 && (second === 0 || second === 0xdb8)) || first === 0x3fff
  return first >= 0x2000 && first <= 0x3fff && !isTunnelOrDocumentation
}
