import { baseName, safeStem } from '#base/file-names.ts'
import { ServiceError } from '#contract/service-error.ts'

/** What the parts of a pattern stand for. */
type NamedOutput = {
  /** Of the source file, from its folder on, parted by `/`. */
  readonly path: string
  /** The name of the folder that all paths start from; of no use where a path has folders. */
  readonly root?: string
  readonly recipe: string
  /** From 1 on. */
  readonly number: number
  readonly date: Date
  /** Of the result in pixels, where it is made. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Without its dot. */
  readonly extension: string
}

const partNames = ['name', 'recipe', 'n', 'folder', 'date', 'width', 'height'] as const
type PartName = (typeof partNames)[number]

/** `{n:3}` has at least three digits. */
const part = /\{([a-z]+)(?::([1-9]))?\}/g

const isPart = (name: string): name is PartName => (partNames as readonly string[]).includes(name)

/** Throws a `validation_error` of the field `names` where a pattern cannot be used. */
export const checkNamePattern = (pattern: string): void => {
  const refuse = (reason: ConstructorParameters<typeof ServiceError>[1]) => {
    throw new ServiceError('validation_error', { ...reason, fields: ['names'] })
  }
  if (pattern.trim() === '') refuse({ reason: 'names_empty' })
  for (const [whole, name = '', digits] of pattern.matchAll(part))
    if (!isPart(name) || (digits !== undefined && name !== 'n'))
      refuse({ reason: 'names_part_unknown', params: { part: whole } })
  const [rest] = /[{}].{0,20}/u.exec(pattern.replaceAll(part, '')) ?? []
  if (rest) refuse({ reason: 'names_part_unknown', params: { part: rest } })
}

/** Whether the names of a pattern are known only when the result is. */
export const needsSize = (pattern: string): boolean => /\{(width|height)\}/.test(pattern)

/** The folders of a path, and the name of its file. */
export const splitFolders = (path: string): readonly [folders: string, name: string] => {
  const end = path.lastIndexOf('/')
  return [path.slice(0, Math.max(0, end)), path.slice(end + 1)]
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
const dayOf = (date: Date) =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`

/**
 * The path of an output by a pattern, in a form that every file system takes. The folders of the source are kept before
 * it, unless `{folder}` of the pattern says where they stand.
 */
export const outputPath = (pattern: string, output: NamedOutput): string => {
  const [folders, name] = splitFolders(output.path)
  const values: Readonly<Record<PartName, (digits: number) => string>> = {
    name: () => baseName(name),
    recipe: () => output.recipe,
    n: (digits) => String(output.number).padStart(digits, '0'),
    folder: () => folders,
    date: () => dayOf(output.date),
    width: () => String(output.size?.width ?? ''),
    height: () => String(output.size?.height ?? ''),
  }
  const parts = pattern.split('/').flatMap((text) => {
    if (text.trim() === '{folder}') return folders.split('/')
    const filled = text.replaceAll(part, (whole, key: string, digits) =>
      key === 'folder'
        ? folders || (output.root ?? '')
        : isPart(key)
          ? values[key](Number(digits ?? 1))
          : whole,
    )
    return [filled]
  })
  const kept = pattern.includes('{folder}') ? [] : folders.split('/')
  const stems = [...kept, ...parts].map(safeStem)
  const stem = stems.at(-1) || 'picture'
  return [...stems.slice(0, -1).filter(Boolean), `${stem}.${output.extension}`].join('/')
}
