import { createStore, type Store } from '#base/store.ts'

/** What the results of the list are counted by. */
export const resultGroups = ['done', 'look', 'failed'] as const
/** `look`: a person should look at it. */
export type ResultGroup = (typeof resultGroups)[number]

/** What the grid of results can be sorted by; `time` is the order of the list. */
export const reviewOrders = ['doubt', 'name', 'time'] as const
/** One of `reviewOrders`. */
export type ReviewOrder = (typeof reviewOrders)[number]

/** How the results of the list are looked at. */
export type ReviewState = {
  /** Only this group is listed; null for all. */
  readonly group: ResultGroup | null
  readonly order: ReviewOrder
  /** The width of a tile in CSS px. */
  readonly tilePx: number
}

/** The review of the page. */
export type ReviewStore = Store<ReviewState>

/** The least and the greatest width of a tile in CSS px. */
export const tileSizes = { min: 148, max: 320, step: 4 } as const

/** At first everything is listed. */
export const createReviewStore = (): ReviewStore =>
  createStore<ReviewState>({ group: null, order: 'doubt', tilePx: 168 })
