import { describe, expect, test } from 'vitest'
import { type ImageEdits, isUnedited, noEdits, parseImageEdits } from '#contract/image-edits.ts'
import { isServiceError } from '#contract/service-error.ts'

const edited: ImageEdits = {
  version: 1,
  list: [
    {
      kind: 'stroke',
      mode: 'refine',
      radius: 12.5,
      hardness: 0.8,
      snap: true,
      points: [
        [-4, 10.25, 1],
        [30, 11, 0.4],
      ],
    },
    {
      kind: 'lasso',
      mode: 'remove',
      points: [
        [0, 0],
        [10, 0],
        [0, 10],
      ],
    },
    { kind: 'click', mode: 'keep', x: 3.5, y: 4 },
  ],
  edgeShift: -2,
  feather: 1.5,
  edgeColors: 0.5,
}

/** Valid edits with one part replaced by nonsense. */
const withFirst = (change: object) => ({ ...edited, list: [{ ...edited.list[0], ...change }] })

const refusalOf = (value: unknown) => {
  try {
    return parseImageEdits(value)
  } catch (thrown) {
    return isServiceError(thrown) ? thrown.reason : thrown
  }
}

test('edits survive being stored as JSON', () => {
  expect(parseImageEdits(JSON.parse(JSON.stringify(edited)))).toEqual(edited)
  expect(parseImageEdits(noEdits)).toEqual(noEdits)
})

test('an unknown property of edits is left out', () => {
  expect(parseImageEdits({ ...noEdits, comment: 'x' })).toEqual(noEdits)
})

test('10,000 strokes are accepted', () => {
  const list = Array.from({ length: 10_000 }, () => edited.list[0])
  expect(parseImageEdits({ ...noEdits, list }).list).toHaveLength(10_000)
})

test('edits count as none only while every value is at rest', () => {
  expect(isUnedited(noEdits)).toBe(true)
  for (const change of [{ edgeShift: 1 }, { feather: 1 }, { edgeColors: 0 }, { list: edited.list }]) {
    expect(isUnedited({ ...noEdits, ...change })).toBe(false)
  }
})

describe('nonsense', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'edits'],
    ['a list', [noEdits]],
    ['no version', { ...noEdits, version: undefined }],
    ['an older version', { ...noEdits, version: 0 }],
    ['a version that is a text', { ...noEdits, version: '2' }],
    ['an edge shift too far', { ...noEdits, edgeShift: 11 }],
    ['a feather that is no number', { ...noEdits, feather: Number.NaN }],
    ['edge colours above 1', { ...noEdits, edgeColors: 1.01 }],
    ['an unknown kind', withFirst({ kind: 'wand' })],
    ['an unknown mode', withFirst({ mode: 'blur' })],
    ['a radius of nothing', withFirst({ radius: 0 })],
    ['an endless radius', withFirst({ radius: Number.POSITIVE_INFINITY })],
    ['a stroke without points', withFirst({ points: [] })],
    ['a point without pressure', withFirst({ points: [[1, 2]] })],
    ['a point at no place', withFirst({ points: [[1, Number.NaN, 1]] })],
    ['a point beyond all pictures', withFirst({ points: [[1, 1e9, 1]] })],
    ['too much pressure', withFirst({ points: [[1, 2, 1.5]] })],
    [
      'a lasso of two points',
      {
        ...noEdits,
        list: [
          {
            ...edited.list[1],
            points: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
      },
    ],
    ['too many edits', { ...noEdits, list: Array.from({ length: 20_001 }, () => edited.list[2]) }],
  ])('%s is refused with a sentence', (_what, value) => {
    expect(refusalOf(value)).toBe('edits_unreadable')
  })

  test('an object whose properties throw is refused', () => {
    const hostile = Object.defineProperty({}, 'version', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    expect(refusalOf(hostile)).toBe('edits_unreadable')
  })
})

test('edits of a newer version are refused', () => {
  expect(refusalOf({ version: 2, layers: [] })).toBe('edits_unreadable')
})
