import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

type AstNode = { readonly type: string; readonly [key: string]: unknown }

/** Attributes of JSX that hold classes, drawings and names for programs. */
const nonTextAttributes =
  /^(class\w*|style|d|viewBox|transform|accept|rel|id|htmlFor|key|type|role|data-\w+|aria-(controls|describedby|labelledby|live|hidden)|variant|inputMode|autoComplete|keys|first|resetKey)$/

/** Attributes whose every word a person reads or hears. */
const textAttributes =
  /^(aria-label|aria-valuetext|title|placeholder|alt|label|legend|note|hint|text|announced|said|unit)$/

/**
 * The texts for people in a file of the studio, as `line: text`: what stands between JSX tags, what text attributes
 * hold, and every literal that reads like a sentence. Classes of Tailwind, selectors and messages of thrown errors are
 * none.
 */
export const textsIn = (
  file: string,
  code = readFileSync(file, 'utf8'),
  isLeftOut: (node: AstNode) => boolean = () => false,
): readonly string[] => {
  const texts: string[] = []
  const note = (node: AstNode, text: string) => {
    const line = code.slice(0, Number(node.start)).split('\n').length
    texts.push(`${line}: ${text.trim().replaceAll(/\s+/g, ' ')}`)
  }
  const visit = (node: AstNode, isText: boolean): void => {
    if (isSkipped(node) || isLeftOut(node)) return
    if (node.type === 'JSXText' && /\p{L}/u.test(String(node.value))) note(node, String(node.value))
    const text = literalOf(node)
    if (text !== null && (isText ? /\p{L}{2}/u.test(text) : isSentence(text))) note(node, text)
    const isTextHere =
      node.type === 'JSXAttribute' ? textAttributes.test(attributeName(node)) : isText && isPassedOn(node)
    const parts = isSelectorCall(node) ? [node.callee as AstNode] : childrenOf(node)
    for (const part of parts) visit(part, isTextHere)
  }
  visit(parseSync(file, code).program as unknown as AstNode, false)
  return texts
}

/** Properties of a style object whose values are CSS. */
const cssProperties = /^(transform|transition|clipPath|background\w*|filter|mask\w*|gridTemplate\w*)$/

/**
 * The literals of a file below the page that are sentences for people, as `line: text`: at least three words, or two
 * with a full stop. The text in `details` and what is written to the console are for support and developers.
 */
export const sentencesIn = (file: string, code = readFileSync(file, 'utf8')): readonly string[] =>
  textsIn(file, code, (node) => isForSupport(node)).filter((text) =>
    /\p{L}{2}.* \p{L}+.* \p{L}|\p{L} \p{L}+[.!?]$/u.test(text.replaceAll(/<[^>]*>/g, '')),
  )

const isForSupport = (node: AstNode): boolean =>
  (node.type === 'Property' && nameOf(node.key) === 'details' && !isObject(node.value)) ||
  (node.type === 'CallExpression' && /^(warn|error)$/.test(nameOf(node.callee)))

const isObject = (value: unknown): boolean => isNode(value) && value.type === 'ObjectExpression'

const isSkipped = (node: AstNode): boolean => {
  if (node.type === 'Property' && cssProperties.test(nameOf(node.key))) return true
  if (/^(Import|Export(All|Named)Declaration$)/.test(node.type) && node.source) return true
  if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return true
  // Messages of built-in errors such as `TypeError` are for developers.
  if (node.type === 'NewExpression' && /^(DOMException|\w*Error)$/.test(nameOf(node.callee)))
    return nameOf(node.callee) !== 'ServiceError'
  return node.type === 'JSXAttribute' && nonTextAttributes.test(attributeName(node))
}

/** `element.matches('input, textarea')` and the like: the argument is read by the browser. */
const isSelectorCall = (node: AstNode): boolean =>
  node.type === 'CallExpression' &&
  /^(matches|closest|querySelector(All)?|startsWith|load|matchMedia|useMediaQuery)$/.test(nameOf(node.callee))

/** The name of a function or class that is called, or of the member that is. */
const nameOf = (callee: unknown): string => {
  const { name, property } = callee as {
    readonly name?: string
    readonly property?: { readonly name?: string }
  }
  return name ?? property?.name ?? ''
}

const attributeName = ({ name }: AstNode): string => String((name as AstNode).name)

/** Nodes that pass their value through unchanged: a literal inside is still the value of the attribute. */
const isPassedOn = ({ type }: AstNode): boolean =>
  ['JSXExpressionContainer', 'ConditionalExpression', 'TemplateLiteral', 'LogicalExpression'].includes(type)

const literalOf = (node: AstNode): string | null => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateElement' ? (node.value as { readonly raw: string }).raw : null
}

/** Two words, or one that begins like a sentence; no classes, selectors, media queries or keys of the keyboard. */
const isSentence = (text: string): boolean => {
  if (/^(Enter|Escape|Delete|Tab|Home|End|Page(Up|Down)|Arrow\w+|Files|Space|UTC)$/.test(text)) return false
  if (/\p{L}[\p{L}’']*[,.:;!?]? +(\p{L}|$)/u.test(text)) return !isCode(text)
  return /^\p{Lu}\p{Ll}{2,}[.!?]?$/u.test(text)
}

/** A list of Tailwind classes, a selector, or a media query. */
const isCode = (text: string): boolean =>
  /^\(|\[|(^|\s)-?([a-z]+:)*(absolute|relative|fixed|flex|grid|block|hidden|inline|truncate)(\s|$)|(^|\s)-?([a-z-]+:)*[a-z]+-[a-z0-9./%-]+(\s|$)/.test(
    text,
  ) && !/[.!?]$|^\p{Lu}/u.test(text)

const childrenOf = (node: AstNode): readonly AstNode[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
