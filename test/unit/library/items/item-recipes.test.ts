import { beforeEach, expect, test } from 'vitest'
import { noPlacement } from '#contract/composition.ts'
import { findItem, type Item } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { applyParts, changeRecipe, differencesFrom, scopeOf, setScope } from '#library/items/item-recipes.ts'
import { defaultRecipe, type Recipe } from '#library/recipe/recipe.ts'
import type { MediaKind, PageList } from '#studio/items/media-kind.ts'
import { mediaKind, plainItem } from '#support/open-items.ts'

type Picture = Item & { readonly recipe: Recipe }

const itemOf = (id: string, recipe: Recipe = defaultRecipe, kind = 'image'): Picture =>
  plainItem(id, { kind, recipe })

let list: PageList
let remembered: Recipe | null

const find = (id: string): Picture => {
  const item = findItem(list.get().items, id)
  if (!item) throw new Error(`no item ${id}`)
  return item as Picture
}
const formats = () => list.get().items.map((item) => (item as Picture).recipe.format)
const change = (id: string, part: Partial<Recipe>) => changeRecipe<Recipe>(list, id, part)

beforeEach(() => {
  list = createItemList<MediaKind>()
  remembered = null
  for (const name of ['image', 'video'])
    list.register(
      mediaKind<Picture>({
        name,
        firstRecipe: defaultRecipe,
        create: async (file, recipe) => itemOf(file.name, recipe, name),
        remember: (recipe) => {
          remembered = recipe
        },
      }),
    )
  list.add([itemOf('a'), itemOf('b'), itemOf('c'), itemOf('v', defaultRecipe, 'video')])
})

test('a change reaches all items of its kind, and later ones', async () => {
  change('a', { format: 'webp' })
  expect(formats()).toEqual(['webp', 'webp', 'webp', 'png'])
  await list.open([{ file: new File([], 'd'), name: 'd', url: null, fileKind: 'jpeg' }])
  expect(formats().at(-1)).toBe('png')
  expect(list.nextRecipe(list.kindOf(find('a')))).toMatchObject({ format: 'webp' })
  expect(remembered?.format).toBe('webp')
})

test('a change of one picture moves no other', () => {
  list.setScopes({ usual: 'one' })
  change('b', { format: 'webp', background: '#ffffff' })
  expect(formats()).toEqual(['png', 'webp', 'png', 'png'])
  expect(list.get().recipes.image).toBe(defaultRecipe)
  expect(find('a').recipe).toBe(defaultRecipe)
})

test('only changed settings are copied to other items', () => {
  list.setScopes({ usual: 'one' })
  change('b', { format: 'webp' })
  list.setScopes({ usual: 'all' })
  change('a', { background: '#ffffff' })
  expect(formats()).toEqual(['png', 'webp', 'png', 'png'])
  expect(find('b').recipe.background).toBe('#ffffff')
})

test('placement and crop stay with their picture; a canvas goes to all', () => {
  const placement = { ...noPlacement, x: 0.2 }
  const canvas = { ratio: '1:1', fill: 0.8 } as const
  const shadow = { angle: 90, distance: 0.1, softness: 0.02, opacity: 0.5, color: '#000000' }
  const { composition } = defaultRecipe
  change('a', { crop: true, padding: 0.1, composition: { ...composition, placement, canvas, shadow } })
  expect(find('b').recipe).toEqual({ ...defaultRecipe, composition: { ...composition, canvas, shadow } })
  expect(list.get().recipes.image).toEqual(find('b').recipe)
  expect(find('a').recipe.composition.placement).toBe(placement)
})

test('chosen pictures change together while the shown one is among them', () => {
  list.select('a')
  list.choose('c', 'toggle')
  change('a', { format: 'webp' })
  expect(formats()).toEqual(['webp', 'png', 'webp', 'png'])
  expect(list.get().recipes.image).toBe(defaultRecipe)
  setScope(list, find('a'), 'all')
  list.chooseNone()
  // Pictures with settings of their own keep them until a person says so.
  expect(scopeOf(list, find('b'))).toBe('one')
  list.choose('b', 'toggle')
  expect(scopeOf(list, find('b'))).toBe('chosen')
  list.select('b')
  change('b', { format: 'jpg' })
  expect(formats()).toEqual(['webp', 'jpg', 'webp', 'png'])
})

test('changes of the only item of its kind hold for later ones', () => {
  list.setScopes({ usual: 'one' })
  change('v', { format: 'webp' })
  expect(list.get().recipes.video).toMatchObject({ format: 'webp' })
})

test('differences are listed, and copied part by part', () => {
  list.setScopes({ usual: 'one' })
  change('b', { format: 'webp', crop: true })
  change('c', { format: 'webp' })
  const told = (id: string) =>
    differencesFrom(list, find(id), 'all').map(({ part, count }) => `${part.name} ${count}`)
  expect(told('b')).toEqual(['crop 2', 'format 1'])
  const [crop] = differencesFrom(list, find('b'), 'all')
  if (!crop) throw new Error('no difference')
  applyParts(list, find('b'), 'all', [crop.part])
  expect(told('b')).toEqual(['format 1'])
  expect(list.get().recipes.image).toBe(defaultRecipe)
  applyParts(list, find('b'), 'all', list.kindOf(find('b')).recipeParts)
  expect(told('b')).toEqual([])
  expect(list.get().recipes.image).toEqual({ ...defaultRecipe, format: 'webp' })
})
