import { openTabNews, type TabNews } from '#service/tab-news.ts'

/** That the ledger changed. */
export type ActivityNews = TabNews<void>

export const broadcastActivity = (channel = new BroadcastChannel('clearcut-activity')): ActivityNews =>
  openTabNews(channel)
