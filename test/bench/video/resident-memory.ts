import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** In megabytes, by the kind of process, and of all of them together. */
export type HeldMemory = Readonly<Record<string, number>>

export type MemoryWatch = {
  /** The most that was seen at once since the start, or since this was asked last. */
  peaks(): HeldMemory
  stop(): void
}

/**
 * Watches the memory of a browser, by the folder of its profile or by the process that started it: what each of its
 * processes holds alone and its share of what they hold together (PSS), twice a second. `renderer, shared` is the part
 * of a renderer that lies in shared memory: mostly pictures that the browser drew last and gives back when memory runs
 * short. Firefox's and WebKit's processes of pages are called renderers too. Linux only.
 */
export function watchMemory(browser: BrowserMark): MemoryWatch {
  let peaks: Record<string, number> = {}
  const look = () => {
    const held: Record<string, number> = { all: 0 }
    const add = (kind: string, megabytes: number) => {
      held[kind] = (held[kind] ?? 0) + megabytes
    }
    for (const { pid, kind } of processesOf(browser)) {
      const { all, shared } = proportionalMegabytes(pid)
      add(kind, all)
      add('all', all)
      if (kind === 'renderer') add('renderer, shared', shared)
    }
    for (const [kind, megabytes] of Object.entries(held))
      peaks[kind] = Math.max(peaks[kind] ?? 0, Math.round(megabytes))
  }
  const timer = setInterval(look, 500)
  return {
    peaks: () => {
      const seen = peaks
      peaks = {}
      return seen
    },
    stop: () => clearInterval(timer),
  }
}

type BrowserMark = { readonly profile: string } | { readonly startedBy: number }

/** Renderers are found through their parent process: only the command line of the first process names the profile. */
function processesOf(mark: BrowserMark): readonly { pid: string; kind: string }[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .flatMap((match) =>
      match ? [{ pid: match[1] ?? '', parent: match[2] ?? '', args: match[3] ?? '' }] : [],
    )
  const isFirst = ({ parent, args }: (typeof rows)[number]) =>
    'profile' in mark ? args.includes(mark.profile) : parent === String(mark.startedBy)
  const family = new Set(rows.filter(isFirst).map(({ pid }) => pid))
  for (let before = 0; before !== family.size; ) {
    before = family.size
    for (const { pid, parent } of rows) if (family.has(parent)) family.add(pid)
  }
  return rows.filter(({ pid }) => family.has(pid)).map(({ pid, args }) => ({ pid, kind: kindOf(args) }))
}

const kindOf = (args: string): string =>
  / -isForBrowser |WebKitWebProcess/.test(args)
    ? 'renderer'
    : (/--type=([\w-]+)/.exec(args)?.[1] ?? 'browser')

function proportionalMegabytes(pid: string): { all: number; shared: number } {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)
    return { all: kilobytes('Pss') / 1000, shared: kilobytes('Pss_Shmem') / 1000 }
  } catch {
    return { all: 0, shared: 0 } // The process has ended since it was listed.
  }
}
