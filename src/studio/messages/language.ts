const fallback = 'en'

/** The tags of the available languages: the names of the files in `languages/`, read when the page is built. */
const available = Object.keys(import.meta.glob('./languages/*.ts')).map((path) =>
  path.slice('./languages/'.length, -'.ts'.length),
)

/**
 * The first language in the order of `preferred` (BCP 47 tags, as `navigator.languages` lists them) that is
 * `available`, by its whole tag or by its first part; English where there is none.
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

/** What `Intl` formats by. The English of this page is British. */
export const locale = language === 'en' ? 'en-GB' : language
