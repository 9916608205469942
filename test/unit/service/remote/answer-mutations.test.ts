import * as v from 'valibot'
import { expect, test } from 'vitest'
import { account } from '#contract/account.ts'
import { isErrorCode } from '#contract/error-codes.ts'
import { isImageKind } from '#contract/file-kinds.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import { job } from '#contract/job.ts'
import { isAbort, isServiceError } from '#contract/service-error.ts'
import { sniff } from '#contract/sniff.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { openRemoteService } from '#service/remote/remote-service.ts'
import { browserRetryClock } from '#service/remote/retry.ts'
import {
  answerMutations,
  type HttpAnswer,
  type RandomChoice,
  seededChoice,
} from '#support/answer-mutations.ts'
import { testKey } from '#support/api-server.ts'
import { type MutatingServer, openMutatingServer } from '#support/mutating-server.ts'
import { longestWaitMs } from '#support/patience.ts'
import { smallPhoto } from '#support/remote-service-under-test.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const photo = await smallPhoto()

const seed = 20_261_122
/** The client gives up early only where the server stops answering: elsewhere a busy machine may need seconds. */
const silentSecondsAt = (kind: string): number => (kind === 'silence' || kind === 'a trickle' ? 0.2 : 10)

const open = (server: MutatingServer, silentSeconds: number): BackgroundService =>
  openRemoteService({
    address: { base: server.url, isLegacy: false },
    key: () => testKey,
    tries: 2,
    gapSeconds: 0,
    silentSeconds,
    limits: { json: 1_000_000, image: 3_000_000, result: 3_000_000 },
    clock: { ...browserRetryClock, random: () => 0, wait: async () => {} },
  })

type Call = {
  readonly make: (service: BackgroundService, call: CallOptions) => Promise<unknown>
  readonly isAllowed: (result: never) => boolean | Promise<boolean>
}

const isJob = (found: unknown) => v.is(job, found)

const calls: Readonly<Record<string, Call>> = {
  image: {
    make: (service, call) => service.removeImage(photo, defaultImageOptions, call),
    isAllowed: async ({ image, facts }: ImageAnswer) =>
      isImageKind(sniff(new Uint8Array(await image.arrayBuffer()))) &&
      [facts.width, facts.height].every((side) => Number.isInteger(side) && side > 0 && side < 32_768),
  },
  video: {
    make: (service, call) => service.submitVideo(scriptedVideo(), defaultVideoOptions, call),
    isAllowed: isJob,
  },
  job: { make: (service, call) => service.getJob('job_1', call), isAllowed: isJob },
  account: {
    make: (service, call) => service.getAccount(call),
    isAllowed: (found: unknown) => v.is(account, found),
  },
  result: {
    make: (service, call) => service.getResult('job_1', call),
    isAllowed: ({ size, type }: Blob) => size > 0 && size <= 3_000_000 && type.startsWith('video/'),
  },
}

/** The status of an error that arrived complete, which must be reported; null for all other answers. */
const plainStatus = ({ status, headers, end }: HttpAnswer): number | null =>
  status >= 400 && end === undefined && headers['content-encoding'] === undefined ? status : null

/** What is wrong with the outcome of a call; null where nothing is. */
const problemWith = async (
  { make, isAllowed }: Call,
  server: MutatingServer,
  silentSeconds: number,
  random: RandomChoice,
  statuses: readonly (number | null)[],
): Promise<string | null> => {
  const controller = new AbortController()
  const isCancelled = random.next() < 0.1
  if (isCancelled) setTimeout(() => controller.abort(), random.next() * 40)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, longestWaitMs, 'did not end')
  })
  const ended = make(open(server, silentSeconds), { signal: controller.signal }).then(
    async (result) => ((await isAllowed(result as never)) ? null : `answered ${JSON.stringify(result)}`),
    (thrown: unknown) => {
      if (isAbort(thrown)) return isCancelled ? null : 'was aborted by itself'
      if (!isServiceError(thrown)) return `threw ${thrown}`
      const { code, status, message, cause } = thrown
      const isMistake = code === 'internal_server_error' && cause !== undefined && !isServiceError(cause)
      const isTold = statuses.length === 0 || statuses.includes(null) || statuses.includes(status)
      const isToBeRead = message !== '' && JSON.stringify(thrown.toBody()).length < 60_000
      return isErrorCode(code) && !isMistake && isTold && Number.isInteger(status) && isToBeRead
        ? null
        : `threw ${code} ${status} ${message.slice(0, 200)} ${cause ?? ''}`
    },
  )
  const outcome = await Promise.race([ended, late])
  clearTimeout(timer)
  return outcome
}

/** Side by side, as they wait most of the time. */
test.concurrent.each(Object.entries(calls))(
  'a broken answer ends in a result or a clear error: %s',
  async (name, call) => {
    const random = seededChoice(seed)
    const server = await openMutatingServer(photo)
    server.expect(name === 'video' ? 'video' : 'image')
    const problems: string[] = []
    for (const [kind, mutate] of Object.entries(answerMutations)) {
      // A result comes after the request for its job, and either answer may be mutated.
      const atResult = random.next() < 0.7
      // More than one where a request of a cancelled call arrives late.
      const statuses: (number | null)[] = []
      server.mutateBy((good, path) => {
        const sent = name === 'result' && atResult !== (path === '/result') ? good : mutate(good, random)
        statuses.push(path === '/result' ? null : plainStatus(sent))
        return sent
      })
      const problem = await problemWith(call, server, silentSecondsAt(kind), random, statuses)
      if (problem !== null) problems.push(`${kind}: ${problem}`)
    }
    await server.close()
    expect(problems).toEqual([])
  },
  120_000,
)
