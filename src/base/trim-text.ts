/**
 * The text without those characters at its ends. A loop: `/[…]+$/` takes quadratic time outside of Chromium, where a long
 * run of them is followed by another character.
 */
export const trimText = (
  text: string,
  { start = '', end = '' }: { readonly start?: string; readonly end?: string },
): string => {
  const [first, last] = [new Set(start), new Set(end)]
  let from = 0
  let to = text.length
  while (from < to && first.has(text[from] ?? '')) from += 1
  while (to > from && last.has(text[to - 1] ?? '')) to -= 1
  return text.slice(from, to)
}

/** What `\s` stands for (ECMA-262, WhiteSpace and LineTerminator). */
export const whiteSpace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
