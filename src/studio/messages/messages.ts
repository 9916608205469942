import { language } from './language.ts'
import type { messages as english } from './languages/en.ts'

/** The same texts in any language: strings, and functions of the same parameters. */
export type Translated<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Translated<R>
    : { readonly [K in keyof T]: Translated<T[K]> }

/** All texts of the page. A language is complete when its file in `languages/` has this type. */
export type Messages = Translated<typeof english>

const languages = import.meta.glob<Messages>('./languages/*.ts', { eager: true, import: 'messages' })

const chosen = languages[`./languages/${language}.ts`]
if (!chosen) throw new Error(`src/studio/messages/languages/${language}.ts is missing`)

/** All texts of the page, in its language. */
export const messages: Messages = chosen
