import { attribute, intOf, node } from './onnx-fields.ts'
import {
  bytesOf,
  type Field,
  floatField,
  intField,
  messageField,
  readFields,
  textField,
  textsOf,
} from './protobuf-fields.ts'

// AttributeProto.AttributeType of onnx.proto.
const types = { float: 1, int: 2, text: 3, ints: 7 } as const

const written = (name: string, type: number, values: readonly Field[]): Field =>
  messageField(node.attribute, [textField(attribute.name, name), ...values, intField(attribute.type, type)])

/** An attribute of one integer. */
export const intAttribute = (name: string, value: number): Field =>
  written(name, types.int, [intField(attribute.i, value)])

/** An attribute of several integers. */
export const intsAttribute = (name: string, values: readonly number[]): Field =>
  written(
    name,
    types.ints,
    values.map((value) => intField(attribute.ints, value)),
  )

/** An attribute of one number. */
export const floatAttribute = (name: string, value: number): Field =>
  written(name, types.float, [floatField(attribute.f, value)])

/** An attribute of a text. */
export const textAttribute = (name: string, value: string): Field =>
  written(name, types.text, [textField(attribute.s, value)])

const attributeOf = (fields: readonly Field[], name: string): readonly Field[] =>
  bytesOf(fields, node.attribute)
    .map(readFields)
    .find((each) => textsOf(each, attribute.name)[0] === name) ?? []

/** The integers of a node's attribute; empty if absent. */
export const intsOf = (fields: readonly Field[], name: string): readonly number[] =>
  attributeOf(fields, name).flatMap(({ id, value }) => (id === attribute.ints ? [Number(value)] : []))

/** The integer of a node's attribute; NaN if absent. */
export const attributeIntOf = (fields: readonly Field[], name: string): number =>
  intOf(attributeOf(fields, name), attribute.i)

/** The text of a node's attribute; undefined if absent. */
export const attributeTextOf = (fields: readonly Field[], name: string): string | undefined =>
  textsOf(attributeOf(fields, name), attribute.s)[0]
