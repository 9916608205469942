/** What every key begins with (Spec, Authentication). */
const prefix = 'pk_'

/** A key as it is sent, or why it cannot be one, in a sentence (D-55). */
export type ReadKey = { readonly key: string } | { readonly problem: string }

/** Reads a key as it was typed or pasted: white space and quotes around it go (D-55). */
export const readKey = (typed: string): ReadKey => {
  const key = typed.replace(/^[\s"'`“”‘’]+|[\s"'`“”‘’]+$/g, '')
  if (key === '') return { problem: 'Enter the key of your account.' }
  if (!key.startsWith(prefix)) return { problem: `A key starts with ${prefix}. This is something else.` }
  // A header takes no more than that, and no key holds a space.
  if (!/^[\x21-\x7e]+$/.test(key))
    return { problem: 'There is a space or a foreign character inside the key. Copy it once more.' }
  if (key.length === prefix.length) return { problem: 'The key ends after its first letters. Copy it whole.' }
  return { key }
}
