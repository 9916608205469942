import { describe } from 'vitest'
import type { BackgroundService } from '#service/background-service.ts'
import { accountCases } from './account-cases.ts'
import { httpCases } from './http-cases.ts'
import { imageCases } from './image-cases.ts'
import { inputCases } from './input-cases.ts'
import { videoCases } from './video-cases.ts'

/** What the cases are run against. Each case opens its own. */
export type ServiceUnderTest = {
  readonly service: BackgroundService
  /** Lets the service's clock go on by so many hours. */
  passHours(hours: number): Promise<void>
  close(): Promise<void>
}

export type SuiteOptions = {
  readonly name: string
  readonly newService: () => Promise<ServiceUnderTest>
}

/**
 * The definition of "cannot tell them apart": every service runs these cases, over photos with a red
 * subject before green, whose matte is known.
 */
export const runServiceSuite = ({ name, newService }: SuiteOptions): void => {
  describe(name, () => {
    describe('takes', () => inputCases(newService))
    describe('gives', () => imageCases(newService))
    describe('counts', () => accountCases(newService))
    describe('works on videos', () => videoCases(newService))
    describe('answers over the wire', () => httpCases(newService))
  })
}
