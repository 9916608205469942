import fc from 'fast-check'

/** What a field may hold that nobody expects; plain data only, as a database or JSON has. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    '',
    'x',
    -1,
    0.5,
    1e308,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
  fc.constantFrom<unknown>([], {}, [[['a']]], { toString: 1 }, { length: 1e9 }, 2, '2', '1e999', new Date(0)),
  fc.anything({ maxDepth: 2, withNullPrototype: true }),
)

/** Data of a kind with one to three fields that are gone, odd, or doubled, at any depth; or anything at all. */
export const damaged = <T>(whole: fc.Arbitrary<T>): fc.Arbitrary<unknown> => {
  const changes = fc.array(
    fc.record({ path: fc.array(fc.nat(), { maxLength: 5 }), value: oddValue, kind: fc.nat(2) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  const changed = fc
    .tuple(whole, changes)
    .map(([value, list]) =>
      list.reduce<unknown>(
        (data, { path, value: odd, kind }) => changedAt(data, path, kind, odd),
        structuredClone(value),
      ),
    )
  return fc.oneof({ weight: 5, arbitrary: changed }, { weight: 1, arbitrary: oddValue })
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value))

const changedAt = (data: unknown, path: readonly number[], kind: number, odd: unknown): unknown => {
  const [step = 0, ...rest] = path
  const names = isContainer(data) ? Object.keys(data) : []
  const name = names[step % Math.max(1, names.length)]
  if (!isContainer(data) || name === undefined) return odd
  const copy = Array.isArray(data) ? [...data] : { ...data }
  const target = copy as Record<string, unknown>
  if (rest.length > 0 && isContainer(data[name])) target[name] = changedAt(data[name], rest, kind, odd)
  else if (kind === 0) delete target[name]
  else target[kind === 1 ? name : `${name}2`] = odd
  return copy
}
