import type { Reason } from '#contract/error-reasons.ts'
import type { AddressProblem } from '#contract/service-messages.ts'

/** The address in its final form, or why it cannot be one. */
type ParsedBase = { readonly base: string } | { readonly problem: AddressProblem }

/**
 * Reads the versioned root of a service as a person typed it. Adds `https://` where no scheme is given, and removes a
 * slash or the name of an endpoint at the end. The key is sent to this address, so only `https` is allowed; `http` only
 * for this device itself.
 */
export const parseBaseAddress = (typed: string): ParsedBase => {
  const text = typed.trim()
  if (text === '') return { problem: 'address_missing' }
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url) return { problem: 'address_malformed' }
  if (url.username !== '' || url.password !== '') return { problem: 'address_with_credentials' }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisDevice(url.hostname)))
    return { problem: 'address_not_https' }
  const path = trimEnd(url.pathname, /\//).replace(/\/(remove|me|jobs)$/, '')
  return { base: `${url.origin}${path}` }
}

/** The same host as in `connect-src` of the content policy. */
const isThisDevice = (hostname: string) => hostname === 'localhost'

/** The prefix of every key (Spec, Authentication). */
const prefix = 'pk_'

/** The key in its final form, or why it cannot be one (D-55). */
type ParsedKey = { readonly key: string } | { readonly problem: Reason }

/** Reads a key as a person typed or pasted it. White space and quotes around it are removed (D-55). */
export const parseApiKey = (typed: string): ParsedKey => {
  const key = trimEnd(typed, around).replace(/^[\s"'`“”‘’]+/, '')
  if (key === '') return { problem: { reason: 'api_key_missing' } }
  if (!key.startsWith(prefix)) return { problem: { reason: 'api_key_without_prefix', params: { prefix } } }
  // An HTTP header holds only these characters, and no key has a space.
  if (!/^[\x21-\x7e]+$/.test(key)) return { problem: { reason: 'api_key_with_foreign_character' } }
  if (key.length === prefix.length) return { problem: { reason: 'api_key_cut_short' } }
  return { key }
}

/** What people paste around a key. */
const around = /[\s"'`“”‘’]/

/**
 * The text without the characters at its end that match. A loop: `/[…]+$/` takes quadratic time outside of Chromium,
 * where a long run of them is followed by another character.
 */
const trimEnd = (text: string, gone: RegExp): string => {
  let to = text.length
  while (to > 0 && gone.test(text[to - 1] ?? '')) to -= 1
  return text.slice(0, to)
}
