import { expect, test } from 'vitest'
import { createDeletionClock } from '#base/deletion-clock.ts'

const hourMs = 3_600_000
const start = Date.UTC(2026, 10, 25)

/** A device whose clock somebody sets, and visits of one studio on it. */
const openDevice = ({ remembers = true } = {}) => {
  let [wallMs, steadyMs] = [start, 0]
  let text: string | null = null
  const memory = {
    read: () => text,
    write: (next: string) => {
      text = next
    },
  }
  const visit = () => {
    const { now, confirm } = createDeletionClock({
      wall: () => new Date(wallMs),
      monotonicMs: () => steadyMs,
      ...(remembers && { memory }),
    })
    return {
      /** Hours since the start; another number where it is not known. */
      read: () => (now().getTime() - start) / hourMs,
      /** The host answers, whose clock says so many hours since the start. */
      hear: (hours: number) => confirm(start + hours * hourMs),
    }
  }
  return {
    visit,
    passHours: (hours: number) => {
      wallMs += hours * hourMs
      steadyMs += hours * hourMs
    },
    setHours: (hours: number) => {
      wallMs += hours * hourMs
    },
    damage: () => memory.write('{"believedMs":'),
  }
}

/** A device on which the studio was open at the start, when its clock was right. */
const openKnownDevice = () => {
  const device = openDevice()
  device.visit().hear(0)
  return device
}

const openWithoutMemory = () => {
  const device = openDevice({ remembers: false })
  return { ...device, ...device.visit() }
}

test('a clock that is left alone is believed', () => {
  const { passHours, read } = openWithoutMemory()
  passHours(30)
  expect(read()).toBe(30)
})

test('a jump forward deletes nothing that is set back soon', () => {
  const { passHours, setHours, read } = openWithoutMemory()
  setHours(48)
  expect(read()).toBe(0)
  passHours(0.25)
  expect(read()).toBe(0.25)
  setHours(-48)
  passHours(1)
  expect(read()).toBe(1.25)
})

test('a jump forward that stays for half an hour is believed', () => {
  const { passHours, setHours, read } = openWithoutMemory()
  setHours(48)
  read()
  passHours(0.5)
  expect(read()).toBe(48.5)
})

test('a jump back is believed at once', () => {
  const { passHours, setHours, read } = openWithoutMemory()
  passHours(2)
  setHours(-24)
  expect(read()).toBe(-22)
})

test('a clock set forward before the page opens is not believed', () => {
  const { passHours, setHours, visit } = openKnownDevice()
  passHours(1)
  setHours(48)
  const { read } = visit()
  expect(read()).toBe(0)
  passHours(0.25)
  expect(read()).toBe(0.25)
})

test('a host that agrees makes the clock believed at once', () => {
  const { passHours, visit } = openKnownDevice()
  passHours(72)
  const { read, hear } = visit()
  expect(read()).toBe(0)
  hear(72)
  expect(read()).toBe(72)
})

test('a host that contradicts is believed, however long the page stays open', () => {
  const { passHours, setHours, visit } = openKnownDevice()
  setHours(48)
  const { read, hear } = visit()
  hear(1)
  expect(read()).toBe(1)
  passHours(5)
  expect(read()).toBe(6)
  // A later visit without a network knows what was believed.
  expect(visit().read()).toBe(6)
})

test('a host whose clock is ahead makes nothing older', () => {
  const { visit } = openKnownDevice()
  const { read, hear } = visit()
  hear(500)
  expect(read()).toBe(0)
})

test('without a host, another visit half an hour later is a witness', () => {
  const { passHours, visit } = openKnownDevice()
  passHours(72)
  expect(visit().read()).toBe(0)
  passHours(0.25)
  expect(visit().read()).toBe(0)
  passHours(0.25)
  expect(visit().read()).toBe(72.5)
})

test('a clock that was set back meanwhile is no witness', () => {
  const { passHours, setHours, visit } = openKnownDevice()
  setHours(72)
  expect(visit().read()).toBe(0)
  setHours(-72)
  passHours(1)
  visit().hear(1)
  setHours(72)
  passHours(1)
  expect(visit().read()).toBe(1)
})

test.each([
  ['nothing is remembered', () => {}],
  ['what is remembered is damaged', ({ damage }: ReturnType<typeof openDevice>) => damage()],
])('where %s, nothing is old before a witness', (_what, spoil) => {
  const device = openDevice()
  spoil(device)
  const { read, hear } = device.visit()
  expect(read()).toBeLessThan(-400_000)
  hear(0)
  expect(read()).toBe(0)
})
