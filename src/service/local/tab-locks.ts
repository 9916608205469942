/** Runs `work` while no other work of that name runs, in this tab or another of this browser. */
export type TabLock = <T>(name: TabTask, work: () => Promise<T>) => Promise<T>

/** `jobs`: working on a job. `files`: copying videos in, and deleting what no job needs. */
export type TabTask = 'jobs' | 'files'

/** Locks of the browser; one that its tab takes down with it is free at once. Rejects where there are none (plain http). */
export const webLock: TabLock = async (name, work) => navigator.locks.request(`clearcut-${name}`, work)
