import type { SiwxMessageData } from '@latchkey/core/connector'
import { ACCOUNT_LABELS, type SiwxNamespace } from './fields.ts'

/** The lines of ERC-4361 in their order, whatever the fields hold. An absent statement leaves its two empty lines. */
export function layOut(fields: SiwxMessageData & { scheme?: string }): string {
  const [namespace = '', reference = ''] = fields.chainId.split(':')
  const label = ACCOUNT_LABELS[namespace as SiwxNamespace]
  const optional = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`${name}: ${value}`]
  return [
    `${fields.scheme === undefined ? '' : `${fields.scheme}://`}${fields.domain} wants you to sign in with your ${label} account:`,
    fields.accountAddress,
    '',
    ...(fields.statement === undefined ? [] : [fields.statement]),
    '',
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${reference}`,
    `Nonce: ${fields.nonce}`,
    ...optional('Issued At', fields.issuedAt),
    ...optional('Expiration Time', fields.expirationTime),
    ...optional('Not Before', fields.notBefore),
    ...optional('Request ID', fields.requestId),
    ...(fields.resources ? ['Resources:', ...fields.resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
}
