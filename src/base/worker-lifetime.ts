/**
 * Keeps each worker that `scope` starts from now on reachable until it is terminated.
 *
 * Firefox ends a worker as soon as nothing refers to its `Worker` object but what that object itself refers to, even
 * while an answer is on its way
 * (https://firefox-source-docs.mozilla.org/dom/workersAndStorage/WorkerLifeCycleAndWorkerRefs.html). Emscripten waits
 * for its threads in just such a circle, so that on a busy machine a network at times never opened.
 */
export const holdWorkers = (scope: { Worker: WorkerConstructor } = globalThis): void => {
  const held = new Set<Worker>()
  scope.Worker = class extends scope.Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      held.add(this)
    }
    override terminate(): void {
      held.delete(this)
      super.terminate()
    }
  }
}

type WorkerConstructor = new (url: string | URL, options?: WorkerOptions) => Worker

const wakeMs = 1000

/**
 * Gives a worker a timer that does nothing. On a busy machine Firefox 153 at times leaves a worker without one asleep
 * although a message has come, or ends it while it starts another worker, and tells nobody; why is not known. Of about 60
 * jobs without a timer 6 stood still.
 */
export const stayAwake = (): void => {
  setInterval(() => {}, wakeMs)
}
