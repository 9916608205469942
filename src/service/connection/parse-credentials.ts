import type { Reason } from '#contract/error-reasons.ts'
import type { AddressProblem } from '#contract/service-messages.ts'

/** An address as it is used, or why it cannot be one. */
type ParsedBase = { readonly base: string } | { readonly problem: AddressProblem }

/**
 * Reads the versioned root of a service as it was typed: `https` is put before it where that is missing,
 * and a slash or the name of an endpoint at its end goes. The key travels to it, so it must be `https`;
 * only this device itself may be reached without.
 */
export const parseBaseAddress = (typed: string): ParsedBase => {
  const text = typed.trim()
  if (text === '') return { problem: 'address_missing' }
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url) return { problem: 'address_malformed' }
  if (url.username !== '' || url.password !== '') return { problem: 'address_with_credentials' }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisDevice(url.hostname)))
    return { problem: 'address_not_https' }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(remove|me|jobs)$/, '')
  return { base: `${url.origin}${path}` }
}

/** As the content policy of the page has it. */
const isThisDevice = (hostname: string) => hostname === 'localhost'

/** What every key begins with (Spec, Authentication). */
const prefix = 'pk_'

/** A key as it is sent, or why it cannot be one (D-55). */
type ParsedKey = { readonly key: string } | { readonly problem: Reason }

/** Reads a key as it was typed or pasted: white space and quotes around it go (D-55). */
export const parseApiKey = (typed: string): ParsedKey => {
  const key = typed.replace(/^[\s"'`“”‘’]+|[\s"'`“”‘’]+$/g, '')
  if (key === '') return { problem: { reason: 'api_key_missing' } }
  if (!key.startsWith(prefix)) return { problem: { reason: 'api_key_without_prefix', params: { prefix } } }
  // A header takes no more than that, and no key holds a space.
  if (!/^[\x21-\x7e]+$/.test(key)) return { problem: { reason: 'api_key_with_foreign_character' } }
  if (key.length === prefix.length) return { problem: { reason: 'api_key_cut_short' } }
  return { key }
}
