/** A rulebook says what an attack needs as a JSON schema; these are its fields as a form shows them. */

export interface Field {
  key: string
  title: string
  type: 'text' | 'number' | 'boolean'
  choices: string[]
  /** What each choice is called. */
  names: string[]
  required: boolean
  initial: string
  least: number | undefined
  most: number | undefined
  help: string
  /** For which kinds of what happens it is of any use; none for all. */
  when: string[]
}

interface Property {
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  enumNames?: string[]
  when?: string[]
  anyOf?: Property[]
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
}

export interface Schema {
  properties?: Record<string, Property>
  required?: string[]
}

export function fieldsOf(schema: Schema): Field[] {
  return Object.entries(schema.properties ?? {}).map(([key, property]) => {
    const real = property.anyOf?.find((one) => one.type !== 'null') ?? property
    const types = Array.isArray(real.type) ? real.type : [real.type ?? 'string']
    const choices = (real.enum ?? property.enum ?? []).filter((one) => one !== null).map(String)
    const required = (schema.required ?? []).includes(key)
    // Where the rulebook names an example the page opens with it, so that there is something to see.
    const initial = property.default ?? property.examples?.[0] ?? (required ? choices[0] : undefined)
    return {
      key,
      title: property.title ?? key.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
      type: types.includes('boolean') ? 'boolean' : types.includes('integer') || types.includes('number') ? 'number' : 'text',
      choices,
      names: (real.enumNames ?? property.enumNames ?? choices).map((name) => name.charAt(0).toUpperCase() + name.slice(1)),
      required,
      initial: initial === undefined || initial === null ? '' : String(initial),
      least: real.minimum,
      most: real.maximum,
      help: property.description ?? '',
      when: property.when ?? [],
    }
  })
}

export const isShown = (field: Field, values: Record<string, string>): boolean => !field.when.length || field.when.includes(values.what ?? '')

export function wishFrom(fields: Field[], values: Record<string, string>): Record<string, unknown> {
  const wish: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.key] ?? ''
    if (value === '' || !isShown(field, values)) continue
    if (field.type === 'boolean') wish[field.key] = value === 'true'
    else if (field.type === 'number') wish[field.key] = Number(value)
    else wish[field.key] = value
  }
  return wish
}
