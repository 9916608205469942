import { existsSync, readFileSync } from 'node:fs'

/** Which layers and packages the files of one folder may import, as .biome.json says. */
export type ImportRule = {
  /** What the paths of its files start with. */
  readonly prefixes: readonly string[]
  /** The layer that the files belong to; null for `src/main.tsx`. */
  readonly ownLayer: string | null
  readonly layers: readonly string[]
  /** The `tsconfig.json` that states the same rule for the compiler; null where the rule only narrows another one. */
  readonly tsconfig: string | null
}

type Override = {
  readonly includes: readonly string[]
  readonly linter: {
    readonly rules: {
      readonly style?: {
        readonly noRestrictedImports?: {
          readonly options: { readonly patterns: readonly { readonly group: readonly string[] }[] }
        }
      }
    }
  }
}

const { overrides }: { readonly overrides: readonly Override[] } = JSON.parse(
  readFileSync('.biome.json', 'utf8'),
)

export const importRules: readonly ImportRule[] = overrides.flatMap(({ includes, linter }) => {
  const group = linter.rules.style?.noRestrictedImports?.options.patterns[0]?.group
  if (!group) return []
  const prefixes = includes.map((glob) => glob.replace(/\*+$/, ''))
  const [folder = ''] = prefixes
  const tsconfig = folder.endsWith('/') ? `${folder}tsconfig.json` : folder.replace('.tsx', '.tsconfig.json')
  return {
    prefixes,
    ownLayer: folder.endsWith('/') ? folder.replace(/^src\/|\/$/g, '') : null,
    layers: [...new Set(group.flatMap((pattern) => /^!#([a-z]+)\//.exec(pattern)?.[1] ?? []))],
    tsconfig: existsSync(tsconfig) ? tsconfig : null,
  }
})

/** The last rule that covers the file, as in Biome. */
export const ruleOf = (file: string): ImportRule | undefined =>
  importRules.findLast(({ prefixes }) => prefixes.some((prefix) => file.startsWith(prefix)))
