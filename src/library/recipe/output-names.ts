import { baseName, safeStem } from '#base/file-names.ts'
import { ServiceError } from '#contract/service-error.ts'

/** Values for the fields of a pattern. */
type NamedOutput = {
  /** Of the source file, relative to its folder, separated by `/`. */
  readonly path: string
  /** The name of the root folder; unused if a path has folders. */
  readonly root?: string
  readonly recipe: string
  /** From 1. */
  readonly number: number
  readonly date: Date
  /** Of the result, in pixels. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Without the dot. */
  readonly extension: string
}

const partNames = ['name', 'recipe', 'n', 'folder', 'date', 'width', 'height'] as const
type PartName = (typeof partNames)[number]

/** `{n:3}` pads to three digits. */
const part = /\{([a-z]+)(?::([1-9]))?\}/g

const isPart = (name: string): name is PartName => (partNames as readonly string[]).includes(name)

/** Throws a `validation_error` of the field `names` if a pattern is invalid. */
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

/** Whether a pattern needs the size of the result. */
export const needsSize = (pattern: string): boolean => /\{(width|height)\}/.test(pattern)

/** Splits a path into its folders and its file name. */
export const splitFolders = (path: string): readonly [folders: string, name: string] => {
  const end = path.lastIndexOf('/')
  return [path.slice(0, Math.max(0, end)), path.slice(end + 1)]
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
const dayOf = (date: Date) =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`

/**
 * The path of an output by a pattern, valid in every file system. The source's folders precede it, unless `{folder}`
 * places them.
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
