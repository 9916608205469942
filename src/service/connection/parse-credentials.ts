import type { Reason } from '#contract/error-reasons.ts'
import type { AddressProblem } from '#contract/service-messages.ts'

/** The normalised address, or why it is invalid. */
type ParsedBase = { readonly base: string } | { readonly problem: AddressProblem }

/**
 * Parses a service's versioned root as typed. Adds a missing `https://`, and removes a trailing slash or endpoint. The
 * key is sent to it, so only `https` is allowed, and `http` for this device.
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

/** The normalised key, or why it is invalid (D-55). */
type ParsedKey = { readonly key: string } | { readonly problem: Reason }

/** Parses a key as typed or pasted, without surrounding white space and quotes (D-55). */
export const parseApiKey = (typed: string): ParsedKey => {
  const key = trimEnd(typed, around).replace(/^[\s"'`“”‘’]+/, '')
  if (key === '') return { problem: { reason: 'api_key_missing' } }
  if (!key.startsWith(prefix)) return { problem: { reason: 'api_key_without_prefix', params: { prefix } } }
  // The characters allowed in an HTTP header; keys have no spaces.
  if (!/^[\x21-\x7e]+$/.test(key)) return { problem: { reason: 'api_key_with_foreign_character' } }
  if (key.length === prefix.length) return { problem: { reason: 'api_key_cut_short' } }
  return { key }
}

/** Characters that people paste around a key. */
const around = /[\s"'`“”‘’]/

/** The text without trailing characters that match. A loop, since `/[…]+$/` takes quadratic time outside Chromium. */
const trimEnd = (text: string, gone: RegExp): string => {
  let to = text.length
  while (to > 0 && gone.test(text[to - 1] ?? '')) to -= 1
  return text.slice(0, to)
}
