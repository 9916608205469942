import { expect, test } from 'vitest'
import {
  emptyWorkspace,
  nextEntry,
  reconcile,
  type Workspace,
  type WorkspaceEntry,
} from '#studio/app/workspace.ts'

const image = (id: string): WorkspaceEntry => ({ kind: 'image', id })
const video = (id: string): WorkspaceEntry => ({ kind: 'video', id })
const always = () => true
const ids = ({ entries }: Workspace) => entries.map(({ id }) => id).join('')

test('pictures and videos stand in the order they came', () => {
  const one = reconcile(emptyWorkspace, [image('a')], always)
  const two = reconcile(one, [image('a'), video('v')], always)
  const three = reconcile(two, [image('a'), image('b'), video('v')], always)
  expect(ids(three)).toBe('avb')
  expect(three.selectedId).toBe('a')
})

test('what came on an earlier visit and is finished takes the stage from nobody', () => {
  const desk = reconcile(emptyWorkspace, [video('old')], () => false)
  expect(desk.selectedId).toBeNull()
  expect(reconcile(desk, [image('a'), video('old')], always).selectedId).toBe('a')
})

test('what was on the stage and is gone leaves its place to its neighbour', () => {
  const desk = reconcile(emptyWorkspace, [image('a'), video('v'), image('b')], always)
  expect(reconcile({ ...desk, selectedId: 'v' }, [image('a'), image('b')], always).selectedId).toBe('b')
  expect(reconcile({ ...desk, selectedId: 'b' }, [image('a'), video('v')], always).selectedId).toBe('v')
  expect(reconcile(desk, [], always)).toEqual(emptyWorkspace)
})

test('next goes over pictures and videos alike, and around the end', () => {
  const desk = reconcile(emptyWorkspace, [image('a'), video('v')], always)
  expect(nextEntry(desk)).toEqual(video('v'))
  expect(nextEntry({ ...desk, selectedId: 'v' })).toEqual(image('a'))
  expect(nextEntry(emptyWorkspace)).toBeNull()
})

test('the same queues again change nothing', () => {
  const desk = reconcile(emptyWorkspace, [image('a')], always)
  expect(reconcile(desk, [image('a')], always)).toBe(desk)
})

test('what was taken out and is back stands where it stood', () => {
  const order = ['a', 'v', 'b']
  const desk = reconcile(emptyWorkspace, [image('a'), image('b')], always, order)
  expect(ids(reconcile(desk, [image('a'), image('b'), video('v'), image('c')], always, order))).toBe('avbc')
})
