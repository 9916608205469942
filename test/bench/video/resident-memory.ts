import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type MemoryWatch = {
  /** The most that was seen at once, in megabytes; by the kind of process, and of all of them together. */
  stop(): Readonly<Record<string, number>>
}

/**
 * Watches the memory of the browser that was started with `profile`: what each of its processes holds alone
 * and its share of what they hold together (PSS), twice a second. Linux only.
 */
export function watchMemory(profile: string): MemoryWatch {
  const peaks: Record<string, number> = {}
  const look = () => {
    const held: Record<string, number> = { all: 0 }
    for (const { pid, kind } of processesOf(profile)) {
      const megabytes = proportionalKilobytes(pid) / 1000
      held[kind] = (held[kind] ?? 0) + megabytes
      held.all = (held.all ?? 0) + megabytes
    }
    for (const [kind, megabytes] of Object.entries(held))
      peaks[kind] = Math.max(peaks[kind] ?? 0, Math.round(megabytes))
  }
  const timer = setInterval(look, 500)
  return {
    stop: () => {
      clearInterval(timer)
      return peaks
    },
  }
}

/** Renderers are known by their parents only: the profile stands in the command of the first process. */
function processesOf(profile: string): readonly { pid: string; kind: string }[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .flatMap((match) =>
      match ? [{ pid: match[1] ?? '', parent: match[2] ?? '', args: match[3] ?? '' }] : [],
    )
  const family = new Set(rows.filter(({ args }) => args.includes(profile)).map(({ pid }) => pid))
  for (let before = 0; before !== family.size; ) {
    before = family.size
    for (const { pid, parent } of rows) if (family.has(parent)) family.add(pid)
  }
  return rows
    .filter(({ pid }) => family.has(pid))
    .map(({ pid, args }) => ({ pid, kind: /--type=([\w-]+)/.exec(args)?.[1] ?? 'browser' }))
}

function proportionalKilobytes(pid: string): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0 // It has ended since it was listed.
  }
}
