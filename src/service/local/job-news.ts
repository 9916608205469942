import type { JobChange } from '#service/background-service.ts'
import { openTabNews, type TabNews } from '#service/tab-news.ts'

/** What becomes of jobs. */
export type JobNews = TabNews<JobChange>

export const broadcastNews = (channel = new BroadcastChannel('clearcut-jobs')): JobNews =>
  openTabNews(channel)
