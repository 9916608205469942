import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A Markdown file; `path` is from the root of the project. */
export type Document = { readonly path: string; readonly text: string }

/** The README, everything in `docs/`, and the figures and logs of the benchmarks. */
export const documents = (): readonly Document[] =>
  ['README.md', ...['docs', 'test/bench'].flatMap(filesOf)]
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/**
 * The relative links of a document whose file, or whose heading or id in that file, does not exist. Links to other
 * sites are not looked at.
 */
export const deadLinksOf = ({ path, text }: Document): readonly string[] =>
  linksOf(text).filter((link) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), decodeURIComponent(file))
    if (file !== '' && !existsSync(target)) return true
    if (anchor === undefined) return false
    if (!/\.(md|html)$/.test(target)) return true
    return !anchorsOf(file === '' ? text : readFileSync(target, 'utf8')).has(anchor)
  })

/** The paths from the root of the project, in code spans and in the nodes of diagrams, that name nothing. */
export const missingFilesOf = (text: string): readonly string[] =>
  [...text.matchAll(/[`"]((?:src|workers|test|public|docs|\.github)\/[\w./-]+)(?=[`"<])/g)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(path))

const linksOf = (text: string): readonly string[] => {
  const prose = withoutCode(text)
  const inline = prose.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)
  const defined = prose.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm)
  const html = prose.matchAll(/\b(?:href|src)="([^"]+)"/g)
  return [...inline, ...defined, ...html]
    .map(([, link = '']) => link)
    .filter((link) => !/^([a-z][a-z\d+.-]*:|\/\/)/i.test(link))
}

/** What a link may name in a document: its ids, and its headings as GitHub turns them into ids. */
export const anchorsOf = (text: string): ReadonlySet<string> => {
  const anchors = new Set([...text.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id))
  for (const heading of headingsOf(text)) {
    const slug = slugOf(heading)
    let [anchor, count] = [slug, 0]
    while (anchors.has(anchor)) anchor = `${slug}-${++count}`
    anchors.add(anchor)
  }
  return anchors
}

/** The words of all headings, without their formatting. */
export const headingsOf = (text: string): readonly string[] =>
  [...text.replaceAll(fenced, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, words = '']) =>
    words.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/<[^>]+>|[`*]/g, ''),
  )

const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

const fenced = /^(```|~~~)[\s\S]*?^\1/gm

const withoutCode = (text: string): string => text.replaceAll(fenced, '').replaceAll(/`[^`\n]*`/g, '')

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)
