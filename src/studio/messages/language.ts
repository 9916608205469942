const fallback = 'en'

/** The tags of the available languages: the names of the files in `languages/`, read when the page is built. */
const available = Object.keys(import.meta.glob('./languages/*.ts')).map((path) =>
  path.slice('./languages/'.length, -'.ts'.length),
)

/**
 * The first `available` language in the order of `preferred` (BCP 47 tags, as in `navigator.languages`), compared by
 * its whole tag or its first part; English if there is none.
 */
export const chooseLanguage = (preferred: readonly string[], available: readonly string[]): string => {
  for (const tag of preferred.map((each) => each.toLowerCase())) {
    if (available.includes(tag)) return tag
    const [primary = ''] = tag.split('-')
    if (available.includes(primary)) return primary
  }
  return fallback
}

/** The language of this page, as a BCP 47 tag. Node before version 21 has no `navigator`. */
export const language = chooseLanguage(globalThis.navigator?.languages ?? [], available)

/** The locale for `Intl`. The English of this page is British. */
export const locale = language === 'en' ? 'en-GB' : language
