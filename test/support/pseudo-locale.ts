const plain = 'abcdefghijklmnopqrstuvwxyz'
const accented = [...'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž']

/** `Save` becomes `Šåṽé`: readable, and told apart from a text that is not in the catalogue. */
const withAccents = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const found = accented[plain.indexOf(letter.toLowerCase())] ?? letter
    return letter === letter.toLowerCase() ? found : found.toUpperCase()
  })

const translate = (value: unknown): unknown => {
  if (typeof value === 'string') return withAccents(value)
  if (typeof value === 'function')
    return (...parameters: readonly unknown[]) => translate(Reflect.apply(value, undefined, parameters))
  if (Array.isArray(value)) return value.map(translate)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, translate(text)]))
}

/** A catalogue in which every letter has an accent: a pseudo-locale, as `en-XA` of CLDR. */
export const toPseudoLocale = <T>(messages: T): T => translate(messages) as T

/** Every text of an element that a person reads or hears and that has words without accents. */
export const textsOutsideCatalogue = (root: Element): readonly string[] => {
  const texts = [root, ...root.querySelectorAll('*')].flatMap((element) => [
    ...[...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent),
    ...['aria-label', 'aria-valuetext', 'alt', 'title', 'placeholder'].map((name) =>
      element.getAttribute(name),
    ),
  ])
  return [...new Set(texts.filter((text) => text !== null))].filter((text) => /[a-z]{3}/i.test(text))
}
