import { expect } from 'vitest'
import { files } from '#support/form-requests.ts'
import { rejectionOf } from '#support/thrown-errors.ts'
import { caseWith, type NewService, remove } from './with-service.ts'

export const accountCases = (newService: NewService): void => {
  const test = caseWith(newService)

  test('an image costs one credit, a failed or cancelled one none', async (service) => {
    const used = async () => (await service.getAccount()).usedCredits
    const before = await used()
    await remove(service)
    await remove(service, { format: 'jpg' })
    expect(await used()).toBe(before + 2)
    await rejectionOf(remove(service, {}, files.text))
    await rejectionOf(remove(service, {}, new Blob([])))
    const controller = new AbortController()
    const cancelled = rejectionOf(remove(service, {}, undefined, { signal: controller.signal }))
    controller.abort()
    await cancelled
    expect(await used()).toBe(before + 2)
  })

  test('the account has the form of the contract (Spec, Account)', async (service) => {
    const { organizationId, plan, maxCredits, usedCredits } = await service.getAccount()
    expect([typeof organizationId, typeof plan]).toEqual(['string', 'string'])
    expect(Number.isInteger(maxCredits) && Number.isInteger(usedCredits)).toBe(true)
  })
}
