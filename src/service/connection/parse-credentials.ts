/** An address as it is used, or why it cannot be one, in a sentence. */
type ParsedBase = { readonly base: string } | { readonly problem: string }

/**
 * Reads the versioned root of a service as it was typed: `https` is put before it where that is missing,
 * and a slash or the name of an endpoint at its end goes. The key travels to it, so it must be `https`;
 * only this device itself may be reached without.
 */
export const parseBaseAddress = (typed: string): ParsedBase => {
  const text = typed.trim()
  if (text === '') return { problem: 'Enter the address of the service.' }
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url) return { problem: 'This is no web address. It looks like https://api.example.com/v1.' }
  if (url.username !== '' || url.password !== '')
    return { problem: 'Leave the name and password out of the address.' }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisDevice(url.hostname)))
    return { problem: 'The address must begin with https://, so that nobody on the way can read the key.' }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(remove|me|jobs)$/, '')
  return { base: `${url.origin}${path}` }
}

/** As the content policy of the page has it. */
const isThisDevice = (hostname: string) => hostname === 'localhost'

/** What every key begins with (Spec, Authentication). */
const prefix = 'pk_'

/** A key as it is sent, or why it cannot be one, in a sentence (D-55). */
type ParsedKey = { readonly key: string } | { readonly problem: string }

/** Reads a key as it was typed or pasted: white space and quotes around it go (D-55). */
export const parseApiKey = (typed: string): ParsedKey => {
  const key = typed.replace(/^[\s"'`“”‘’]+|[\s"'`“”‘’]+$/g, '')
  if (key === '') return { problem: 'Enter the key of your account.' }
  if (!key.startsWith(prefix)) return { problem: `A key starts with ${prefix}. This is something else.` }
  // A header takes no more than that, and no key holds a space.
  if (!/^[\x21-\x7e]+$/.test(key))
    return { problem: 'There is a space or a foreign character inside the key. Copy it once more.' }
  if (key.length === prefix.length) return { problem: 'The key ends after its first letters. Copy it whole.' }
  return { key }
}
