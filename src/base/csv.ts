/** Beginnings that spreadsheets take for a formula (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/

/**
 * Rows as comma-separated values (RFC 4180). Text that begins like a formula gets a leading apostrophe, since file
 * names are not trusted.
 */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

const cell = (value: string | number | null): string => {
  const text = typeof value === 'string' ? value.replace(formula, "'$&") : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
