import protobuf from 'protobufjs/minimal.js'

/** One field of an encoded protobuf message; `value` is bytes for wire type 2. */
export type Field = { readonly id: number; readonly wire: number; readonly value: FieldValue }
type FieldValue = Uint8Array | number

/** Splits a message into its fields, in order. Bytes are views of `message`, not copies. */
export function readFields(message: Uint8Array): Field[] {
  // The views of a Buffer would be Buffers, whose `slice` does not copy.
  const { buffer, byteOffset, length } = message
  const reader = protobuf.Reader.create(new Uint8Array(buffer, byteOffset, length))
  const fields: Field[] = []
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    fields.push({ id: tag >>> 3, wire: tag & 7, value: readValue(reader, tag & 7) })
  }
  return fields
}

function readValue(reader: protobuf.Reader, wire: number): FieldValue {
  switch (wire) {
    case 0:
      return Number(reader.int64())
    case 2:
      return reader.bytes()
    case 5:
      return reader.fixed32()
    default:
      throw new Error(`Protobuf wire type ${wire} does not occur in the graphs this build reads.`)
  }
}

/** Joins fields into a message. */
export function writeFields(fields: readonly Field[]): Uint8Array {
  const writer = protobuf.Writer.create()
  for (const { id, wire, value } of fields) {
    writer.uint32((id << 3) | wire)
    if (typeof value !== 'number') writer.bytes(value)
    else if (wire === 5) writer.fixed32(value)
    else writer.int64(value)
  }
  return writer.finish()
}

export const bytesField = (id: number, value: Uint8Array): Field => ({ id, wire: 2, value })
export const textField = (id: number, value: string): Field => bytesField(id, new TextEncoder().encode(value))
export const intField = (id: number, value: number): Field => ({ id, wire: 0, value })
export const floatField = (id: number, value: number): Field => ({
  id,
  wire: 5,
  value: new Uint32Array(Float32Array.of(value).buffer)[0] as number,
})
export const messageField = (id: number, fields: readonly Field[]): Field =>
  bytesField(id, writeFields(fields))

/** The values of every field `id` that contains bytes. */
export const bytesOf = (fields: readonly Field[], id: number): Uint8Array[] =>
  fields.flatMap((field) => (field.id === id && typeof field.value !== 'number' ? [field.value] : []))

/** The texts of every field `id`. */
export const textsOf = (fields: readonly Field[], id: number): string[] =>
  bytesOf(fields, id).map((value) => new TextDecoder().decode(value))
