import { readFileSync } from 'node:fs'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { expect, test } from 'vitest'

test('the types are those of the server’s schema: run `npm run types`', async () => {
  const schema = JSON.parse(readFileSync('openapi.json', 'utf-8')) as object
  const made = COMMENT_HEADER + astToString(await openapiTS(schema as never, { defaultNonNullable: false }))
  expect(readFileSync('src/protocol.ts', 'utf-8').trim()).toBe(made.trim())
})
