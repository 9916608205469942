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

test('pictures and videos are listed in the order they came', () => {
  const one = reconcile(emptyWorkspace, [image('a')], always)
  const two = reconcile(one, [image('a'), video('v')], always)
  const three = reconcile(two, [image('a'), image('b'), video('v')], always)
  expect(ids(three)).toBe('avb')
  expect(three.selectedId).toBe('a')
})

test('a finished video of an earlier visit is not selected by itself', () => {
  const workspace = reconcile(emptyWorkspace, [video('old')], () => false)
  expect(workspace.selectedId).toBeNull()
  expect(reconcile(workspace, [image('a'), video('old')], always).selectedId).toBe('a')
})

test('when the selected entry is removed, its neighbour is selected', () => {
  const workspace = reconcile(emptyWorkspace, [image('a'), video('v'), image('b')], always)
  expect(reconcile({ ...workspace, selectedId: 'v' }, [image('a'), image('b')], always).selectedId).toBe('b')
  expect(reconcile({ ...workspace, selectedId: 'b' }, [image('a'), video('v')], always).selectedId).toBe('v')
  expect(reconcile(workspace, [], always)).toEqual(emptyWorkspace)
})

test('the next entry is of either kind; the last wraps around', () => {
  const workspace = reconcile(emptyWorkspace, [image('a'), video('v')], always)
  expect(nextEntry(workspace)).toEqual(video('v'))
  expect(nextEntry({ ...workspace, selectedId: 'v' })).toEqual(image('a'))
  expect(nextEntry(emptyWorkspace)).toBeNull()
})

test('unchanged queues leave the workspace unchanged', () => {
  const workspace = reconcile(emptyWorkspace, [image('a')], always)
  expect(reconcile(workspace, [image('a')], always)).toBe(workspace)
})

test('a restored entry returns to its old position', () => {
  const order = ['a', 'v', 'b']
  const workspace = reconcile(emptyWorkspace, [image('a'), image('b')], always, order)
  expect(ids(reconcile(workspace, [image('a'), image('b'), video('v'), image('c')], always, order))).toBe(
    'avbc',
  )
})
