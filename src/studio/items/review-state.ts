import { createStore, type Store } from '#base/store.ts'

/** The groups in which results are counted. */
export const resultGroups = ['done', 'look', 'failed'] as const
/** `look`: the user should check it. */
export type ResultGroup = (typeof resultGroups)[number]

/** What the grid of results can be sorted by; `time` is the order of the list. */
export const reviewOrders = ['doubt', 'name', 'time'] as const
/** One of `reviewOrders`. */
export type ReviewOrder = (typeof reviewOrders)[number]

/** How the results are reviewed. */
export type ReviewState = {
  /** The listed group; null for all. */
  readonly group: ResultGroup | null
  readonly order: ReviewOrder
  /** The width of a tile in CSS px. */
  readonly tilePx: number
}

/** The review of the page. */
export type ReviewStore = Store<ReviewState>

/** The least and greatest width of a tile in CSS px. */
export const tileSizes = { min: 148, max: 320, step: 4 } as const

/** At first all results are listed. */
export const createReviewStore = (): ReviewStore =>
  createStore<ReviewState>({ group: null, order: 'doubt', tilePx: 168 })
