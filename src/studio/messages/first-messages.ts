import type { firstMessages as english } from './first-view/en.ts'
import { language } from './language.ts'
import type { Translated } from './messages.ts'

/** The texts of the first view. A language is complete when its file in `first-view/` has this type too. */
type FirstMessages = Translated<typeof english>

const languages = import.meta.glob<FirstMessages>('./first-view/*.ts', {
  eager: true,
  import: 'firstMessages',
})

const chosen = languages[`./first-view/${language}.ts`]
if (!chosen) throw new Error(`src/studio/messages/first-view/${language}.ts is missing`)

/** The texts that the first view needs, in the language of the page. `messages` has them too. */
export const firstMessages: FirstMessages = chosen
