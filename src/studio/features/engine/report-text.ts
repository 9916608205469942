import type { DeviceReport, StoredFile } from '#service/background-service.ts'

/** The fields that help to find out why something does not work; nothing about pictures. */
export const reportText = (
  device: DeviceReport,
  files: readonly StoredFile[],
  browser: { readonly userAgent: string; readonly hardwareConcurrency: number },
): string =>
  [
    `Clearcut Studio`,
    `Browser: ${browser.userAgent}`,
    `Cores: ${browser.hardwareConcurrency}`,
    `Engine: ${device.label} (${device.backend})`,
    `Threads: ${device.threads}`,
    `Isolated: ${device.isolated ? 'yes' : 'no'}`,
    ...device.notes.map((note) => `Note: ${note}`),
    ...files.map(({ name, bytes }) => `File: ${name}, ${bytes} bytes`),
  ].join('\n')
