/** Whether anybody can see the page. */
export interface PageSight {
  isSeen(): boolean
  /** Hears of every change until the answer is called. */
  watch(onChange: () => void): () => void
}

export const pageSight: PageSight = {
  isSeen: () => document.visibilityState === 'visible',
  watch: (onChange) => {
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  },
}
