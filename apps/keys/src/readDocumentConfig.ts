import { type KeysDocumentConfig, keysDocumentConfig } from '@latchkey/protocol'
import { BadDocumentError } from './errors/keysErrors.ts'

/**
 * Reads what the service wrote into `<meta name="latchkey-config">`.
 *
 * @throws BadDocumentError when the element is missing or its JSON does not fit the schema
 * @example const config = readDocumentConfig(document)
 */
export function readDocumentConfig(page: Document): KeysDocumentConfig {
  const content = page.querySelector('meta[name="latchkey-config"]')?.getAttribute('content')
  try {
    return keysDocumentConfig(JSON.parse(content ?? ''))
  } catch {
    throw new BadDocumentError()
  }
}
